import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readAccess } from '#contract/people/user.ts'
import { createCoupon } from '#contract/billing/coupons.ts'
import { listCharges } from '#contract/billing/charges.ts'
import { getOnboarding, setOnboarding } from '#contract/billing/onboarding.ts'
import { createCustomer } from '#contract/payments/cards.ts'
import { chargeWallet } from '#contract/wallet/wallet.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { verifyBook } from '#server/areas/ledger/verify-book.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { hashToken, timeOfId, uuidFrom, uuidOf } from '#server/platform/ids.ts'
import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeAgency, type TestAgency, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { sandboxEnv, tokenOf } from '#server/test/payments.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const sandbox = await startSandbox({ now: clock.now })
afterAll(() => sandbox.stop())
const { db, http, tree } = await openTree({ clock, env: sandboxEnv(sandbox) })
// Resets the windows of every rate limit.
beforeEach(() => {
  clock.advance(24 * 3_600_000)
  http.forget()
})

const setFee = (companyID: string, amount: unknown, enable_coupon = 'T', user: TestUser = tree.root.system) =>
  http.as(user).call(setOnboarding, { body: { companyID, amount, enable_coupon } })
const get = async (companyID: string) =>
  (await http.as(tree.root.system).call(getOnboarding, { query: { companyID } })).body.data
const rowOf = async (agency: TestAgency) =>
  (
    await http.as(tree.root.system).call(listCompanies, { params: { companyID: tree.root.id, type: 'agency' } })
  ).body.data.find(({ company_id }) => company_id === agency.id)!
const accessOf = async (user: TestUser) => (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data
const chargesOf = async (agency: TestAgency, user: TestUser = agency.owner) =>
  (await http.as(user).call(listCharges, { params: { companyID: agency.id } })).body.data
const newAgency = (name: string): Promise<TestAgency> => makeAgency(db, { rootId: tree.root.id }, name, [])

const storeCard = async (user: TestUser, coupon_code?: string, tokenid?: string) => {
  // As on the page, show the fee before the card is stored.
  if (user.kind === 'agencyOwner') await accessOf(user)
  return http.as(user).call(createCustomer, {
    body: { tokenid: tokenid ?? (await tokenOf(sandbox)), cardholder: 'Dana', ...(coupon_code && { coupon_code }) },
  })
}

describe('the onboarding fee', () => {
  test('R232 to R236: accepts 0 or whole cents above half a dollar, and explains what else is wrong', async () => {
    for (const [amount, message] of [
      [0.5, 'Amount can not be less than or equal to 0.5.'],
      ['0.01', 'Amount can not be less than or equal to 0.5.'],
      ['ten', 'Please enter a valid amount.'],
      ['', 'Please enter a valid amount.'],
      [null, 'Please enter a valid amount.'],
      [Number.NaN, 'Please enter a valid amount.'],
      [1e21, 'Please enter a valid amount.'],
      [49.999, 'Please enter a valid amount.'],
      ['9'.repeat(400), 'Please enter a valid amount.'],
      [-1, 'Amount cannot be negative.'],
      ['-0.51', 'Amount cannot be negative.'],
    ] as const) {
      const { status, body } = await setFee(tree.root.id, amount)
      expect([amount, status, body.field, body.message]).toEqual([amount, 422, 'amount', message])
    }
    expect((await get(tree.root.id)).status).toBe('F')
    const answer = await setFee(tree.root.id, '0.51')
    expect([answer.status, answer.body]).toEqual([
      200,
      { result: 'success', message: 'Setting has been saved.', status: 'T' },
    ])
    expect((await setFee(tree.root.id, 0)).body.status).toBe('F')
  })

  test('C136, C137, OQ-25: of the operator applies to every agency without its own, and 0 exempts an agency', async () => {
    const agency = await newAgency('Setup')
    await setFee(tree.root.id, 250, 'F')
    expect(await get(agency.id)).toEqual({
      amount: 250,
      price: 250,
      status: 'T',
      enable_coupon: 'F',
      exclude_onboard_charge: 'F',
      default_amount: 250,
    })
    await setFee(agency.id, '99.5')
    expect(await get(agency.id)).toMatchObject({ amount: 99.5, enable_coupon: 'T', default_amount: 250 })
    expect(await accessOf(agency.owner)).toMatchObject({
      agency_onboarding_status: 'T',
      agency_onboarding_price: 99.5,
      agency_enable_coupon: 'T',
    })
    expect(await accessOf(tree.root.system)).toMatchObject({ agency_onboarding_price: 250, agency_enable_coupon: 'F' })
    expect(await accessOf(tree.acme.clients[0]!.user)).toMatchObject({
      agency_onboarding_status: 'F',
      agency_onboarding_price: 0,
    })
    expect(await rowOf(agency)).toMatchObject({ agency_onboarding_status: 'T', exclude_onboard_charge: 'F' })
    await setFee(agency.id, 0)
    // R191, R154: the icon stays, in gray, so that the fee can be turned on again.
    expect(await rowOf(agency)).toMatchObject({ agency_onboarding_status: 'T', exclude_onboard_charge: 'T' })
    expect((await accessOf(agency.owner)).agency_onboarding_status).toBe('F')
    const { rows } = await db.adminPool.query(
      `select before, after from activity where action = 'billing.onboardingFeeSet' and book_id = $1 order by seq desc limit 1`,
      [agency.id],
    )
    expect(rows).toEqual([{ before: { amount: 99.5, enable_coupon: true }, after: { amount: 0, enable_coupon: true } }])
  })

  test('R153: is set only by the operator, within its own tree', async () => {
    expect((await setFee(tree.acme.id, 10, 'F', tree.acme.owner)).status).toBe(403)
    expect((await setFee(tree.acme.id, 10, 'F', tree.root.salesRep)).status).toBe(403)
    expect((await setFee(tree.other.agency.id, 10)).status).toBe(404)
    const client = tree.acme.clients[0]!.id
    expect((await setFee(client, 10)).body.field).toBe('companyID')
    expect(
      (
        await http
          .as(tree.root.system)
          .call(getOnboarding, { query: { companyID: tree.acme.id, rootId: tree.other.rootId } })
      ).status,
    ).toBe(404)
  })
})

describe('with the first card (OQ-60)', () => {
  const coupon = async (body: Record<string, unknown>) =>
    expect((await http.as(tree.root.system).call(createCoupon, { body })).status).toBe(200)

  test('an agency is charged the fee less its coupon once, with a ledger entry', async () => {
    await setFee(tree.root.id, 250)
    await coupon({ code: 'THIRD', type: 'percent', value: 33, max_uses: 5 })
    const agency = await newAgency('Newcomer')
    const refusal = await storeCard(agency.owner, 'nothing')
    expect([refusal.status, refusal.body.field]).toEqual([422, 'coupon_code'])
    expect(await chargesOf(agency)).toEqual([])
    const tokenid = await tokenOf(sandbox)
    const answers = await Promise.all([1, 2].map(() => storeCard(agency.owner, 'third', tokenid)))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const charge = { kind: 'onboarding', status: 'due', price: 250, discount: 82.5, amount: 167.5 }
    expect(await chargesOf(agency)).toEqual([expect.objectContaining(charge)])
    expect(await chargesOf(agency, tree.root.system)).toEqual([expect.objectContaining(charge)])
    const { rows } = await db.adminPool.query(
      `select kind, (amount_e4 / 100)::int as cents, reference_kind from ledger_transfer where agency_id = $1`,
      [agency.id],
    )
    expect(rows).toEqual([{ kind: 'onboarding_fee', cents: 16_750, reference_kind: 'charge' }])
    const book = { rootId: tree.root.id, agencyId: agency.id }
    const proof = await inScope(http.platform.appPool, { kind: 'agency', ...book }, (tx) => verifyBook(tx, book))
    expect(proof.problems).toEqual([])
    const uses = await db.adminPool.query(`select uses from coupon where code = 'THIRD'`)
    expect(uses.rows).toEqual([{ uses: 1 }])
    expect(await rowOf(agency)).toMatchObject({
      is_onboard_charged: 'T',
      customer_payment_id: expect.stringMatching(/^cus_/),
    })
    http.forget()
    expect((await accessOf(agency.owner)).agency_onboarding_status).toBe('F')
    // The stored card stays: retrying with the same token didn't remove it.
    await runJobs(db, http.platform)
    const { customer_payment_id: customer } = await rowOf(agency)
    expect(sandbox.cards().some((card) => card.customer === customer)).toBe(true)
  })

  test('a coupon for the full fee leaves nothing due and moves no money', async () => {
    await coupon({ code: 'WELCOME', type: 'amount', value: 249.6 })
    const agency = await newAgency('Guest')
    expect((await storeCard(agency.owner, 'WELCOME')).status).toBe(200)
    expect(await chargesOf(agency)).toEqual([
      expect.objectContaining({ status: 'settled', price: 250, discount: 250, amount: 0 }),
    ])
    const transfers = await db.adminPool.query('select from ledger_transfer where agency_id = $1', [agency.id])
    expect(transfers.rowCount).toBe(0)
  })

  test('excluded agencies and clients are not charged, and agencies without coupons cannot use one', async () => {
    const agency = await newAgency('Spared')
    await setFee(agency.id, 0)
    expect((await storeCard(agency.owner)).status).toBe(200)
    expect(await chargesOf(agency)).toEqual([])
    const client = tree.acme.clients[0]!.user
    expect((await storeCard(client)).status).toBe(200)
    expect((await db.adminPool.query('select from charge where agency_id = $1', [tree.acme.id])).rowCount).toBe(0)
    const strict = await newAgency('Strict')
    await setFee(strict.id, 40, 'F')
    expect((await storeCard(strict.owner, 'WELCOME')).body.field).toBe('coupon_code')
    expect((await storeCard(strict.owner)).status).toBe(200)
    expect((await chargesOf(strict)).map(({ amount }) => amount)).toEqual([40])
  })

  test('the fee is charged even if an earlier charge tried to take its predictable ID', async () => {
    const agency = await newAgency('Foresighted')
    await setFee(agency.id, 40, 'F')
    // Without a gateway, top-ups are paid by hand.
    const byHand = await createTestApp(db, { clock })
    const topUp = (operationId: string) => {
      const request = { amount: 250, custom_amount: 'F', stop_continual: 'T', payment_type: 'credit_card', operationId }
      return byHand.as(agency.owner).call(chargeWallet, { body: { company_id: agency.id, ...request } as never })
    }
    const predictableId = uuidFrom(timeOfId(agency.id), hashToken(`onboarding ${agency.id}`).subarray(0, 10))
    expect((await topUp(predictableId)).status).toBe(200)
    const refusal = await topUp(uuidOf(['onboarding', agency.id]))
    expect([refusal.status, refusal.body.field]).toEqual([422, 'operationId'])
    await byHand.close()
    expect((await storeCard(agency.owner)).status).toBe(200)
    expect((await chargesOf(agency)).map(({ kind, amount }) => [kind, amount])).toContainEqual(['onboarding', 40])
  })

  test('charges are visible only to the agency’s owner, administrators with its settings, and its operator', async () => {
    const agency = await newAgency('Private')
    const ask = async (user: TestUser) =>
      (await http.as(user).call(listCharges, { params: { companyID: agency.id } })).status
    expect(await ask(tree.brightside.owner)).toBe(404)
    expect(await ask(tree.other.system)).toBe(404)
    expect([await ask(agency.owner), await ask(agency.admin), await ask(agency.bareAdmin)]).toEqual([200, 200, 403])
    expect(await ask(tree.acme.clients[0]!.user)).toBe(404)
  })
})

describe('a fee that changes while someone is viewing it', () => {
  const store = async (user: TestUser, more: object = {}) =>
    http.as(user).call(createCustomer, { body: { tokenid: await tokenOf(sandbox), cardholder: 'Dana', ...more } })
  const inUse = 'The amount or terms have changed. Review them and confirm again.'

  test('is not booked, with the quote or with a body as documented, until the new fee has been shown', async () => {
    const agency = await newAgency('Onlooker')
    await setFee(agency.id, 99, 'F')
    const access = await accessOf(agency.owner)
    expect([access.agency_onboarding_price, access.agency_onboarding_quote]).toEqual([99, expect.any(String)])
    await setFee(agency.id, 9_999, 'F')
    const cards = sandbox.cards().length
    for (const more of [{ quote_id: access.agency_onboarding_quote }, {}]) {
      const refusal = await store(agency.owner, more)
      expect([refusal.status, refusal.body.code, refusal.body.message]).toEqual([409, 'terms_changed', inUse])
    }
    expect([await chargesOf(agency), sandbox.cards().length]).toEqual([[], cards])
    // The quote was shown to another session, not to this one.
    const now = await accessOf(agency.owner)
    expect(now.agency_onboarding_price).toBe(9_999)
    expect((await store(agency.owner, { quote_id: access.agency_onboarding_quote })).status).toBe(409)
    expect((await store(agency.owner, { quote_id: now.agency_onboarding_quote })).status).toBe(200)
    expect((await chargesOf(agency)).map(({ amount }) => amount)).toEqual([9_999])
  })

  test('is booked with a body as documented once the session has been shown it, and a quote expires after a day', async () => {
    const agency = await newAgency('Reader')
    await setFee(agency.id, 20, 'F')
    expect((await store(agency.owner)).status).toBe(409)
    const { agency_onboarding_quote: quote_id } = await accessOf(agency.owner)
    clock.advance(25 * 3_600_000)
    http.forget()
    expect((await store(agency.owner, { quote_id })).status).toBe(409)
    await accessOf(agency.owner)
    expect((await store(agency.owner)).status).toBe(200)
    const neighbor = await newAgency('Neighbor')
    await setFee(neighbor.id, 20, 'F')
    const theirs = (await accessOf(neighbor.owner)).agency_onboarding_quote
    const third = await newAgency('Third')
    await setFee(third.id, 20, 'F')
    expect((await store(third.owner, { quote_id: theirs })).status).toBe(409)
  })
})
