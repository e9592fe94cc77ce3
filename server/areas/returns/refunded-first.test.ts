import { beforeEach, describe, expect, test, vi } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { decideReturn, readLeadReturn, requestReturn, saveReturnRule } from '#contract/returns/returns.ts'
import { bookDispute } from '#server/areas/billing/disputes/book-dispute.ts'
import { closePayer } from '#server/areas/billing/periods/close-payers.ts'
import { creditTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { lockDispute } from '#server/areas/billing/disputes/disputes.ts'
import { lockRefund } from '#server/areas/billing/refunds/refunds.ts'
import { undoRefund } from '#server/areas/billing/refunds/book-refund.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { creditLeads, reverseCredits } from '#server/areas/leads/credit-leads.ts'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { settleReturnsJob } from '#server/areas/returns/settle-return.ts'
import { verifyReturns } from '#server/areas/returns/verify-returns.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestTree } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { balancesOf, sellLeads } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeTaxRate, setTaxDetail } from '#server/test/taxes.ts'

// What was refunded isn't credited again, and each leg is treated separately (decision 119).

let db: TestDatabase
let http: TestApp
let tree: TestTree
const day_ms = 86_400_000
let clock = createStillClock(0)
beforeEach(async () => {
  // A Friday.
  clock = createStillClock(Date.UTC(2026, 10, 20, 12))
  const { close, ...stage } = await startTree({ clock, limiter: noLimits })
  ;({ db, http, tree } = stage)
  await http.as(tree.acme.owner).call(saveReturnRule, {
    params: { companyID: tree.acme.id },
    body: { window_days: 30, share_percent: 100, accepts_itself: 'F' } as never,
  })
  return close
})

const agencyId = () => tree.acme.id
const client = () => tree.acme.clients[0]!
const book = () => ({ rootId: tree.root.id, agencyId: agencyId() })
const inAgency = <T>(work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
  inScope(db.appPool, { kind: 'agency', ...book() }, work)

interface Sold {
  id: string
  personId: number
  campaignId: string
}

/** Leads at $1.50, $0.50 of it the operator's; each campaign has its own invoice line. */
async function sell(count: number): Promise<Sold[]> {
  const campaign = await makeCampaign(db, client())
  await sellLeads(db, tree.acme, { client: client(), campaign, at_ms: clock.now(), count })
  const { rows } = await db.adminPool.query<Sold>(
    'select id, person_id::int as "personId", campaign_id as "campaignId" from lead where campaign_id = $1 order by id',
    [campaign.id],
  )
  return rows
}

/** Closes a payer's period and pays the invoice by hand; the payer is the agency if no client is given. */
async function pay(clientId: string | null): Promise<string> {
  clock.advance(day_ms)
  http.forget()
  const endsOn = new Date(clock.now()).toISOString().slice(0, 10)
  await inAgency((tx) => closePayer(tx, clock.now(), { ...book(), clientId, endsOn, zone: 'UTC', least_cents: 0 }))
  const { rows } = await db.adminPool.query<{ id: string }>(
    'select id from invoice where agency_id = $1 and client_id is not distinct from $2 order by issued_at desc, id desc limit 1',
    [agencyId(), clientId],
  )
  const chargeID = rows[0]!.id
  const answer = await callOf(clientId).call(settleCharge, { body: { companyID: clientId ?? agencyId(), chargeID } })
  expect(answer.status).toBe(200)
  return chargeID
}
const callOf = (clientId: string | null) => http.as(clientId === null ? tree.root.system : tree.acme.owner)

const refund = async (clientId: string | null, chargeId: string, amount: number, lines?: object[]): Promise<void> => {
  const body = { companyID: clientId ?? agencyId(), chargeId, amount, reason: 'quality', ...(lines && { lines }) }
  const { status } = await callOf(clientId).call(refundCharge, {
    body: { ...body, operationId: newId(clock.now()) } as never,
  })
  expect(status).toBe(200)
}
/** Excludes the people of one campaign's leads. */
const exclude = (leads: readonly Sold[]): Promise<string> =>
  inAgency(async (tx) => {
    const rule = { changeId: newId(clock.now()), since: new Date(0), clientId: null, campaignId: leads[0]!.campaignId }
    const personIds = leads.map(({ personId }) => personId)
    await creditLeads(tx, book(), clock.now(), { ...rule, personIds }, (found) => findRefunded(tx, agencyId(), found))
    await creditTaxes(tx, book(), clock.now(), { changeId: rule.changeId })
    return rule.changeId
  })
const give = async (id: string): Promise<void> => {
  const request = await http
    .as(client().user)
    .call(requestReturn, { params: { id }, body: { reason: 'wrong_number', detail: '' } })
  expect(request.status).toBe(200)
  const { rows } = await db.adminPool.query<{ id: string }>('select id from lead_return where lead_id = $1', [id])
  const decision = await http.as(tree.acme.owner).call(decideReturn, {
    body: { companyID: agencyId(), return_id: rows[0]!.id, decision: 'accept', answer: '' },
  })
  expect(decision.body.message).toBe('The lead was credited.')
}
/** The credit balances of the client and the agency, in cents. */
const credits = async () => {
  const balances = await balancesOf(db, agencyId())
  return { client: balances['client_receivable'] ?? 0, agency: balances['agency_payable'] ?? 0 }
}
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyLeads, verifyReturns, verifyCharges, verifyInvoices, verifyRefunds])).flatMap(
    (one) => one.problems,
  )

describe('a refund of an agency’s invoice', () => {
  test('in full, then a return: the wholesale price is given back once, and so is the client’s price', async () => {
    const [lead] = await sell(1)
    await refund(null, await pay(null), 0.5)
    const before = await credits()
    await give(lead!.id)
    expect(await credits()).toEqual({ client: before.client + 150, agency: 0 })
    expect(await problems()).toEqual([])
  })

  test('in full, then an exclusion that is reversed: the same as with a return', async () => {
    const leads = await sell(2)
    await refund(null, await pay(null), 1)
    const before = await credits()
    const changeId = await exclude(leads)
    expect(await credits()).toEqual({ client: before.client + 300, agency: 0 })
    expect(await problems()).toEqual([])
    await inAgency((tx) => reverseCredits(tx, book(), clock.now(), changeId))
    expect(await credits()).toEqual(before)
    expect(await problems()).toEqual([])
  })

  test('of part of a line: credits use up the rest lead by lead, and other lines’ leads are unaffected', async () => {
    const first = await sell(3)
    const others = await sell(2)
    const invoice = await pay(null)
    const { rows } = await db.adminPool.query<{ line: number }>(
      'select line from invoice_line where invoice_id = $1 and quantity = 3',
      [invoice],
    )
    // 90 cents of $1.50 are left, which covers one lead of 50.
    await refund(null, invoice, 0.6, [{ line: rows[0]!.line, amount: 0.6 }])
    await exclude(first)
    expect((await credits()).agency).toBe(50)
    expect(await problems()).toEqual([])
    await exclude(others)
    expect((await credits()).agency).toBe(150)
    expect(await problems()).toEqual([])
  })

  test('that was returned gave nothing back: the wholesale price is credited', async () => {
    const [lead] = await sell(1)
    await refund(null, await pay(null), 0.5)
    const { rows } = await db.adminPool.query<{ id: string }>('select id from refund')
    await inAgency(async (tx) => undoRefund(tx, clock.now(), (await lockRefund(tx, agencyId(), rows[0]!.id))!, 'lost'))
    await give(lead!.id)
    expect((await credits()).agency).toBe(50)
    expect(await problems()).toEqual([])
  })

  describe('that fails days later', () => {
    async function fail(): Promise<void> {
      const { rows } = await db.adminPool.query<{ id: string }>('select id from refund')
      await inAgency(async (tx) =>
        undoRefund(tx, clock.now(), (await lockRefund(tx, agencyId(), rows[0]!.id))!, 'lost'),
      )
      await runJobs(db, http.platform)
    }

    test('credits the wholesale price of leads returned or excluded meanwhile, once', async () => {
      const leads = await sell(3)
      await refund(null, await pay(null), 1.5)
      await give(leads[0]!.id)
      const changeId = await exclude([leads[1]!])
      expect((await credits()).agency).toBe(0)
      await fail()
      expect((await credits()).agency).toBe(100)
      expect(await problems()).toEqual([])
      await runJobs(db, http.platform)
      expect((await credits()).agency).toBe(100)
      await inAgency((tx) => reverseCredits(tx, book(), clock.now(), changeId))
      expect((await credits()).agency).toBe(50)
      expect(await problems()).toEqual([])
    })

    test('leaves out what another refund gave back', async () => {
      const leads = await sell(3)
      const invoice = await pay(null)
      await refund(null, invoice, 0.5)
      const { rows } = await db.adminPool.query<{ id: string }>('select id from refund')
      await refund(null, invoice, 1)
      for (const { id } of leads) await give(id)
      await inAgency(async (tx) =>
        undoRefund(tx, clock.now(), (await lockRefund(tx, agencyId(), rows[0]!.id))!, 'lost'),
      )
      await runJobs(db, http.platform)
      expect((await credits()).agency).toBe(50)
      expect(await problems()).toEqual([])
    })

    test('credits their tax too', async () => {
      await makeTaxRate(db, { rootId: tree.root.id, agencyId: null, country: 'DE', rate_e3: 20_000 })
      await setTaxDetail(db, { companyId: agencyId(), ...book(), country: 'DE', taxNumber: 'DE 1' })
      const [lead] = await sell(1)
      await refund(null, await pay(null), 0.6)
      await give(lead!.id)
      expect((await credits()).agency).toBe(0)
      await fail()
      expect((await credits()).agency).toBe(60)
      expect(await problems()).toEqual([])
    })
  })

  test('gives the tax back only once too', async () => {
    await makeTaxRate(db, { rootId: tree.root.id, agencyId: null, country: 'DE', rate_e3: 20_000 })
    await setTaxDetail(db, { companyId: agencyId(), ...book(), country: 'DE', taxNumber: 'DE 1' })
    const leads = await sell(2)
    // 60 cents of $1.20 are left: one lead with its tax.
    await refund(null, await pay(null), 0.6)
    for (const { id } of leads) await give(id)
    expect(await balancesOf(db, agencyId())).toMatchObject({ agency_payable: 60 })
    expect(await problems()).toEqual([])
  })
})

test('after a refund of a client’s invoice, a return or an exclusion credits neither leg', async () => {
  const [lead] = await sell(1)
  await refund(client().id, await pay(client().id), 1.5)
  const before = await credits()
  const { body } = await http.as(client().user).call(readLeadReturn, { params: { id: lead!.id } })
  expect(body.data.obstacle).toBe('refunded')
  await exclude([lead!])
  expect(await credits()).toEqual(before)
  expect(await problems()).toEqual([])
})

test('after a return, a refund of its client’s invoice leaves that lead out, and no other is given back twice', async () => {
  const leads = await sell(4)
  const invoice = await pay(client().id)
  await give(leads[0]!.id)
  const readRefundable = async () =>
    (await http.as(tree.acme.owner).call(listRefunds, { params: { companyID: client().id, chargeId: invoice } })).body
      .data.refundable
  expect(await readRefundable()).toBe(4.5)
  const body = { companyID: client().id, chargeId: invoice, amount: 4.51, reason: 'quality' as const }
  expect(
    await http.as(tree.acme.owner).call(refundCharge, { body: { ...body, operationId: newId(clock.now()) } }),
  ).toMatchObject({ status: 422, body: { field: 'amount' } })
  await refund(client().id, invoice, 4.5)
  expect(await readRefundable()).toBe(0)
  const { body: answer } = await http.as(client().user).call(readLeadReturn, { params: { id: leads[1]!.id } })
  expect(answer.data.obstacle).toBe('refunded')
  expect(await problems()).toEqual([])
})

test('after a refund of a line that re-billed a reversed credit, its lead is not credited again', async () => {
  const leads = await sell(4)
  await pay(client().id)
  const changeId = await exclude(leads)
  await sell(10)
  await pay(client().id)
  await inAgency((tx) => reverseCredits(tx, book(), clock.now(), changeId))
  const again = await pay(client().id)
  await refund(client().id, again, 6)
  const before = await credits()
  expect(
    await http.as(client().user).call(requestReturn, {
      params: { id: leads[0]!.id },
      body: { reason: 'wrong_number', detail: '' },
    }),
  ).toMatchObject({ status: 409, body: { message: 'The invoice of this lead was refunded.' } })
  await exclude(leads)
  expect(await credits()).toEqual(before)
  expect(await problems()).toEqual([])
})

describe('a disputed payment', () => {
  /** Disputes a card payment of a client, or of the agency if no client is given. */
  const dispute = async (clientId: string | null, chargeId: string): Promise<string> => {
    const { rows } = await db.adminPool.query<{ id: string }>(
      `insert into dispute (agency_id, id, root_id, client_id, charge_id, attempt_id, gateway, gateway_id, account_id, amount_cents,
         reason, state, opened_at, reading)
       select agency_id, gen_random_uuid(), root_id, client_id, id, gen_random_uuid(), 'stripe', 'dp_1', 'acct_1', amount_cents,
         'fraudulent', 'needs_response', created_at, 1 from charge where id = $1 and client_id is not distinct from $2 returning id`,
      [chargeId, clientId],
    )
    return rows[0]!.id
  }
  const applyDisputeState = (
    id: string,
    state: 'needs_response' | 'won' | 'lost',
    withdrawn_cents: number,
  ): Promise<void> =>
    inAgency(async (tx) => {
      const one = (await lockDispute(tx, agencyId(), id))!
      await tx.query(
        `update dispute set state = $2, ended_at = case when $2 in ('won', 'lost') then opened_at end where agency_id = $3 and id = $1`,
        [id, state, agencyId()],
      )
      await bookDispute(tx, clock.now(), { ...one, state }, { withdrawn_cents, fee_cents: 0 })
    })
  const obstacle = async (id: string) =>
    (await http.as(client().user).call(readLeadReturn, { params: { id } })).body.data.obstacle

  test('is not also credited, neither by a return nor by an exclusion, until it is won', async () => {
    const [lead, otherLead] = [(await sell(1))[0]!, (await sell(1))[0]!]
    const charge = await pay(client().id)
    const disputeId = await dispute(client().id, charge)
    await applyDisputeState(disputeId, 'needs_response', 300)
    const before = await credits()
    expect(await obstacle(lead.id)).toBe('disputed')
    expect(
      await http.as(client().user).call(requestReturn, {
        params: { id: lead.id },
        body: { reason: 'wrong_number', detail: '' },
      }),
    ).toMatchObject({ status: 409, body: { message: 'The payment for this lead is disputed at its bank.' } })
    await exclude([otherLead])
    expect(await credits()).toEqual(before)
    await applyDisputeState(disputeId, 'won', 0)
    await runJobs(db, http.platform)
    // Credits what the exclusion skipped, in both legs.
    expect(await credits()).toEqual({ client: before.client + 150, agency: before.agency + 50 })
    await give(lead.id)
    expect(await credits()).toEqual({ client: before.client + 300, agency: before.agency + 100 })
  })

  test('leaves earlier return requests undecided during the dispute, and refuses them once it is lost', async () => {
    const [lead] = await sell(1)
    const charge = await pay(client().id)
    await http
      .as(client().user)
      .call(requestReturn, { params: { id: lead!.id }, body: { reason: 'wrong_number', detail: '' } })
    const disputeId = await dispute(client().id, charge)
    await applyDisputeState(disputeId, 'needs_response', 150)
    const stateOf = async () =>
      (await db.adminPool.query('select state from lead_return where lead_id = $1', [lead!.id])).rows[0].state
    clock.advance(14 * day_ms)
    await settleReturnsJob.run(http.platform, {})
    expect(await stateOf()).toBe('pending')
    await applyDisputeState(disputeId, 'lost', 150)
    await settleReturnsJob.run(http.platform, {})
    expect(await stateOf()).toBe('refused')
  })

  test('by the agency leaves out its leg, which is credited when it is won', async () => {
    const [lead] = await sell(1)
    const disputeId = await dispute(null, await pay(null))
    await applyDisputeState(disputeId, 'needs_response', 50)
    const before = await credits()
    await give(lead!.id)
    expect(await credits()).toEqual({ client: before.client + 150, agency: before.agency })
    await applyDisputeState(disputeId, 'won', 0)
    await runJobs(db, http.platform)
    expect(await credits()).toEqual({ client: before.client + 150, agency: before.agency + 50 })
  })
})

test('planted refund-over-paid: the doctor finds an invoice that gave a lead back twice', async () => {
  const leads = await sell(2)
  const invoice = await pay(null)
  await give(leads[0]!.id)
  vi.stubEnv('PLANTED_FAULT', 'refund-over-paid')
  await refund(null, invoice, 1)
  vi.unstubAllEnvs()
  expect(await problems()).toEqual([`invoice ${invoice} is less than its refunds plus its leads' credits`])
})
