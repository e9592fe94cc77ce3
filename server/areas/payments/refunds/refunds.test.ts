import { afterEach, describe, expect, test, vi } from 'vitest'
import { downloadCreditNote, settleCharge } from '#contract/billing/invoices.ts'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { findLinesOf, isRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { makeCampaign, type TestAgency } from '#server/test/factories.ts'
import { connectAccount, sellOnCard } from '#server/test/payment-stage.ts'
import { balancesOf, chargesOf, sellLeads, tokenOf } from '#server/test/payments.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { reconcileRefundsJob } from './send-refund.ts'

// A payment is refunded in all its legs, never by more than was paid, and once per operation.

let { db, http, tree, sandbox, clock, whileUnanswered, close } = {} as SandboxTree
// A Friday.
const start_ms = Date.UTC(2026, 10, 20, 12)

/**
 * Ten leads at 1.50 of a client's campaign, 0.50 of each the operator's, paid by card: $15.00 with a share of $5.00.
 * Each campaign is a line of the invoice.
 */
async function setUp(campaigns = 1): Promise<void> {
  ;({ db, http, tree, sandbox, clock, whileUnanswered, close } = await startSandboxTree(start_ms))
  await connectAccount(http, sandbox, tree.acme)
  await sellOnCard({ db, http, tree }, { clock, tokenid: await tokenOf(sandbox), campaigns })
}
afterEach(async () => {
  vi.unstubAllEnvs()
  await close()
})

const client = () => tree.acme.clients[0]!
const charge = async () => (await chargesOf(db, client().user))[0]!
const give = async (amount: number, over: object = {}, user = tree.acme.owner) =>
  http.as(user).call(refundCharge, {
    body: {
      companyID: client().id,
      chargeId: (await charge()).id,
      amount,
      reason: 'requested',
      operationId: newId(clock.now()),
      ...over,
    },
  })
const list = async () =>
  (
    await http
      .as(client().user)
      .call(listRefunds, { params: { companyID: client().id, chargeId: (await charge()).id } })
  ).body.data
interface Settled {
  companyID: string
  chargeId: string
}
/** A month of an agency, paid to the operator by hand. */
async function settled(agency: TestAgency): Promise<Settled> {
  const of = agency.clients[0]!
  const knownIds = new Set((await chargesOf(db, agency.owner)).map(({ id }) => id))
  await sellLeads(db, agency, { client: of, campaign: await makeCampaign(db, of), at_ms: clock.now(), count: 10 })
  clock.advance(31 * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  http.forget()
  const { id } = (await chargesOf(db, agency.owner)).find((one) => !knownIds.has(one.id))!
  const body = { companyID: agency.id, chargeID: id }
  expect((await http.as(tree.root.system).call(settleCharge, { body })).status).toBe(200)
  return { companyID: agency.id, chargeId: id }
}
const settleBoth = async (): Promise<Settled[]> => [await settled(tree.acme), await settled(tree.brightside)]
const askRoot = (operationId: string) => (of: Settled) =>
  http.as(tree.root.system).call(refundCharge, { body: { ...of, amount: 1, reason: 'requested', operationId } })
const work = (): Promise<string[]> => runJobs(db, http.platform)
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyRefunds])).flatMap((book) => book.problems)

describe('a refund', () => {
  test('reverses every leg of the payment, first in part and then in whole', async () => {
    await setUp()
    expect((await charge()).status).toBe('succeeded')
    const balances = await balancesOf(db, tree.acme.id)
    expect(balances).toMatchObject({
      agency_revenue: 1_500,
      agency_clearing: -1_000,
      clearing: -500,
      root_revenue: 500,
    })
    expect((await give(4)).body).toMatchObject({
      result: 'success',
      data: { state: 'sent', credit_note: '', amount: 4 },
    })
    await work()
    // 1.33 of a share of 5.00: rounded down.
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({
      agency_revenue: 1_100,
      agency_clearing: -733,
      clearing: -367,
      root_revenue: 367,
    })
    await give(11)
    await work()
    expect(await balancesOf(db, tree.acme.id)).toEqual({})
    expect(await list()).toMatchObject({
      refundable: 0,
      refunds: [
        { state: 'succeeded', amount: 4, credit_note: 'C-2026-0001' },
        { state: 'succeeded', amount: 11, credit_note: 'C-2026-0002' },
      ],
    })
    expect(sandbox.refunds().map(({ amount }) => amount)).toEqual([400, 1_100])
    expect(await problems()).toEqual([])
  })

  test('is never more than was paid, whoever requests it at the same time', async () => {
    await setUp()
    const answers = await Promise.all([give(8), give(8), give(8)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(await give(7.01)).toMatchObject({ status: 422, body: { field: 'amount' } })
    for (const amount of [0, -1, 0.001, 1.005, 1e21, Number.NaN, 'NaN' as unknown as number])
      expect(await give(amount)).toMatchObject({ status: 422, body: { field: 'amount' } })
    await work()
    expect(sandbox.refunds()).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  test('runs once per operation, and is rejected under its id with another amount', async () => {
    await setUp()
    const operationId = newId(clock.now())
    const [first, second] = await Promise.all([give(5, { operationId }), give(5, { operationId })])
    expect([first!.status, second!.status]).toEqual([200, 200])
    expect(first!.body.data.id).toBe(operationId)
    expect(await give(6, { operationId })).toMatchObject({ status: 422, body: { field: 'operationId' } })
    await work()
    await work()
    expect(sandbox.refunds()).toHaveLength(1)
  })

  test('is rejected under the id of a refund to another agency: gateways identify refunds by it', async () => {
    await setUp()
    const operationId = newId(clock.now())
    const ask = askRoot(operationId)
    const charges = await settleBoth()
    expect([(await ask(charges[0]!)).status, (await ask(charges[1]!)).status]).toEqual([200, 422])
    expect(await problems()).toEqual([])
  })

  test.each([
    ['two agencies', async () => settleBoth()],
    ['two charges of one agency', async () => [(await settleBoth())[0]!, await settled(tree.acme)]],
  ])('runs once for %s under one id at the very same moment', async (_of, of) => {
    await setUp()
    const charges = await of()
    const ask = askRoot(newId(clock.now()))
    const holder = await db.adminPool.connect()
    await holder.query('begin; lock table refund in share row exclusive mode')
    const answers = charges.map((charge) => ask(charge))
    await expect.poll(() => countWaiting(db), { timeout: 15_000 }).toBe(2)
    await holder.query('commit')
    holder.release()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 422])
    expect((await db.adminPool.query('select from refund')).rowCount).toBe(1)
    expect(await problems()).toEqual([])
  })

  test('without a response is looked up under its key until there is one', async () => {
    await setUp()
    await give(15)
    await whileUnanswered((platform) => runJobs(db, platform))
    expect((await list()).refunds).toMatchObject([{ state: 'sent' }])
    expect(await problems()).toEqual([])
    clock.advance(60_000)
    await reconcileRefundsJob.run(http.platform, {})
    await reconcileRefundsJob.run(http.platform, {})
    expect((await list()).refunds).toMatchObject([{ state: 'succeeded' }])
    expect(sandbox.refunds()).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  test('that the gateway answers in the next year has a credit note of that year', async () => {
    await setUp()
    const moveTo = (at_ms: number): void => {
      clock.advance(at_ms - clock.now())
      http.forget()
    }
    moveTo(Date.UTC(2026, 11, 31, 18))
    await give(15)
    await whileUnanswered((platform) => runJobs(db, platform))
    moveTo(Date.UTC(2027, 0, 2, 18))
    await reconcileRefundsJob.run(http.platform, {})
    const [refund] = (await list()).refunds
    expect(refund).toMatchObject({ state: 'succeeded', credit_note: 'C-2027-0001' })
    const params = { companyID: client().id, refundId: refund!.id }
    const { raw } = await http.as(client().user).call(downloadCreditNote, { params })
    expect(readPdf(raw.rawPayload).replaceAll('\n', ' ')).toContain('Issued January 2, 2027')
  })

  test('can be given only by the payee, of what was paid', async () => {
    await setUp()
    expect((await give(1, {}, client().user)).status).toBe(403)
    expect((await give(1, {}, tree.root.system)).status).toBe(422)
    expect((await give(1, {}, tree.brightside.owner)).status).toBe(404)
    await db.adminPool.query(`update charge set status = 'due' where kind = 'client_leads'`)
    expect((await give(1)).status).toBe(409)
  })
})

describe('single lines', () => {
  const lines = (...of: [line: number, amount: number][]) => ({ lines: of.map(([line, amount]) => ({ line, amount })) })

  test('are refunded with a credit note for exactly these lines, by the gateway and in all legs', async () => {
    await setUp(2)
    expect((await list()).lines).toEqual([
      { line: 1, amount: 15 },
      { line: 2, amount: 15 },
    ])
    const { body } = await give(18, lines([2, 15], [1, 3]))
    expect(body.data).toMatchObject({ amount: 18, lines: lines([1, 3], [2, 15]).lines })
    await work()
    expect(sandbox.refunds().map(({ amount }) => amount)).toEqual([1_800])
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({
      agency_revenue: 1_200,
      clearing: -400,
      root_revenue: 400,
    })
    expect(await list()).toMatchObject({
      refundable: 12,
      lines: [
        { line: 1, amount: 12 },
        { line: 2, amount: 0 },
      ],
      refunds: [{ state: 'succeeded', credit_note: 'C-2026-0001', lines: lines([1, 3], [2, 15]).lines }],
    })
    const params = { companyID: client().id, refundId: (await list()).refunds[0]!.id }
    const paper = await http.as(client().user).call(downloadCreditNote, { params })
    const text = readPdf(paper.raw.rawPayload).replaceAll('\n', ' ')
    for (const part of ['C-2026-0001', 'Visitors', '$3.00', '$15.00', '$18.00']) expect(text).toContain(part)
    expect(await problems()).toEqual([])
  })

  test('are rejected beyond what is left of each, naming the field, and no money moves', async () => {
    await setUp(2)
    await give(10, lines([1, 10]))
    for (const [amount, of, field] of [
      [6, lines([1, 6]), 'lines.0.amount'],
      [16, lines([2, 16]), 'lines.0.amount'],
      [1, lines([3, 1]), 'lines.0.line'],
      [0, lines([2, 0]), 'amount'],
      [2, lines([2, 1], [2, 1]), 'lines'],
      [5, lines([2, 4]), 'amount'],
    ] as const) {
      const { status, body } = await give(amount, of)
      expect([field, status, body.field]).toEqual([field, 422, field])
    }
    expect(await list()).toMatchObject({ refundable: 20, refunds: [{ amount: 10 }] })
    // A refund of the whole invoice leaves less to refund on its lines.
    await give(18)
    expect((await list()).lines).toEqual([
      { line: 1, amount: 2 },
      { line: 2, amount: 2 },
    ])
    await work()
    expect(await problems()).toEqual([])
  })

  test('are refunded once for two concurrent people and for one operation sent twice', async () => {
    await setUp(2)
    const [one, otherAnswer] = await Promise.all([give(10, lines([1, 10])), give(10, lines([1, 10]))])
    expect([one.status, otherAnswer.status].sort()).toEqual([200, 422])
    const operationId = newId(clock.now())
    const again = [1, 2].map(() => give(5, { operationId, ...lines([2, 5]) }))
    expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200])
    expect(await give(5, { operationId, ...lines([1, 5]) })).toMatchObject({
      status: 422,
      body: { field: 'operationId' },
    })
    expect((await list()).refunds).toHaveLength(2)
    await work()
    expect(await problems()).toEqual([])
  })

  test('a lead on a refunded line is not credited again; one on another line is', async () => {
    await setUp(2)
    await give(15, lines([1, 15]))
    const { rows } = await db.adminPool.query<{ lead_id: string; line: number }>(
      'select min(item_id::text)::uuid as lead_id, line from allocation group by line order by line',
    )
    const scope = { kind: 'agency', rootId: tree.root.id, agencyId: tree.acme.id } as const
    const isGone = await inScope(db.appPool, scope, async (tx) => {
      const results = []
      for (const { lead_id } of rows)
        results.push(await isRefunded(tx, tree.acme.id, (await findLinesOf(tx, tree.acme.id, lead_id))[0]!, 15_000))
      return results
    })
    expect(isGone).toEqual([true, false])
  })
})

describe('the planted fault', () => {
  test('refund-line-over: a line that does not cover its refunds is detected', async () => {
    await setUp(2)
    vi.stubEnv('PLANTED_FAULT', 'refund-line-over')
    await give(10, { lines: [{ line: 1, amount: 10 }] })
    await give(10, { lines: [{ line: 1, amount: 10 }] })
    await work()
    expect(await problems()).toContainEqual(expect.stringMatching(/^line 1 of invoice .* is less than its refunds/))
  })

  test('refund-over-paid: a charge that does not cover its refunds is detected', async () => {
    await setUp()
    vi.stubEnv('PLANTED_FAULT', 'refund-over-paid')
    await give(15)
    await give(15)
    expect(await problems()).not.toEqual([])
  })

  test('keep-share-of-refund: a share that stays with the operator is detected', async () => {
    await setUp()
    vi.stubEnv('PLANTED_FAULT', 'keep-share-of-refund')
    await give(15)
    await work()
    expect(await problems()).not.toEqual([])
  })
})

test('a manual payment is refunded manually, at once', async () => {
  await setUp()
  await db.adminPool.query('delete from payment_card')
  await sellLeads(db, tree.acme, {
    client: client(),
    campaign: await makeCampaign(db, client()),
    at_ms: clock.now(),
    count: 4,
  })
  clock.advance(7 * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  await work()
  http.forget()
  const charge = (await chargesOf(db, client().user)).find(({ status }) => status === 'due')!
  await http.as(tree.acme.owner).call(settleCharge, { body: { companyID: client().id, chargeID: charge.id } })
  expect((await give(6, { chargeId: charge.id })).body.data).toMatchObject({
    state: 'succeeded',
    credit_note: 'C-2026-0001',
  })
  expect(await problems()).toEqual([])
})
