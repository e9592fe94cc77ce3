import { beforeEach, describe, expect, test } from 'vitest'
import { readAccess } from '#contract/people/user.ts'
import { createConnectedAccount } from '#contract/payments/accounts.ts'
import { createCustomer, createDirectCustomer, replaceCard } from '#contract/payments/cards.ts'
import { listCharges } from '#contract/billing/charges.ts'
import { chargeWallet } from '#contract/wallet/wallet.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { chargeMoves, moveCharge, type ChargeRow } from '#server/areas/billing/charge-states.ts'
import { retryCollection } from '#server/areas/billing/queue-collection.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { TestAnswer } from '#server/test/app.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import type { TestUser } from '#server/test/factories.ts'
import { cardholder } from '#server/test/payment-stage.ts'
import { setOnboardingFee, balancesOf, cardNumbers, chargesOf, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { reconcileChargesJob } from './reconcile.ts'

let { db, http, tree, sandbox, clock, whileUnanswered } = {} as SandboxTree
const start_ms = Date.UTC(2026, 10, 20, 12)
beforeEach(async () => {
  const { close, ...stage } = await startSandboxTree(start_ms)
  ;({ db, http, tree, sandbox, clock, whileUnanswered } = stage)
  await setOnboardingFee(db, tree.root.id, 19_900)
  return close
})

const store = async (
  user: TestUser,
  number: string = cardNumbers.good,
  operation: typeof createCustomer | typeof replaceCard = createCustomer,
): Promise<TestAnswer<typeof createCustomer>> => {
  // As the card page does, show the fee first.
  await http.as(user).call(readAccess)
  return http.as(user).call(operation, { body: { tokenid: await tokenOf(sandbox, number), ...cardholder } })
}
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges])).flatMap((book) => book.problems)
const oneWaits = async (): Promise<boolean> => (await countWaiting(db)) === 1
const statusOf = async (user: TestUser): Promise<string> =>
  (await db.adminPool.query('select payment_status from company where id = $1', [user.companyId])).rows[0]
    .payment_status

describe('a charge', () => {
  test('is not collected from a removed company, and is once the company is restored', async () => {
    const { owner, id } = tree.acme
    expect((await store(owner)).status).toBe(200)
    const remove = (at: Date | null) => db.adminPool.query('update company set removed_at = $2 where id = $1', [id, at])
    await remove(new Date(clock.now()))
    await runJobs(db, http.platform)
    await reconcileChargesJob.run(http.platform, {})
    expect(await chargesOf(db, owner)).toMatchObject([{ status: 'due' }])
    expect(sandbox.charges()).toEqual([])
    await remove(null)
    await reconcileChargesJob.run(http.platform, {})
    expect(await chargesOf(db, owner)).toMatchObject([{ status: 'succeeded' }])
  })

  test('is collected with the card that makes it due, and booked with the payment', async () => {
    const { owner } = tree.acme
    expect((await store(owner)).status).toBe(200)
    expect(await balancesOf(db, tree.acme.id)).toEqual({ agency_payable: -19_900, root_revenue: 19_900 })
    await runJobs(db, http.platform)
    const { data } = (await http.as(owner).call(listCharges, { params: { companyID: tree.acme.id } })).body
    expect(data).toEqual([
      expect.objectContaining({ kind: 'onboarding', status: 'succeeded', amount: 199, paid_with: 'Visa •••• 4242' }),
    ])
    // Revenue stays as booked; the debt is paid, and the money is at the gateway.
    expect(await balancesOf(db, tree.acme.id)).toEqual({ clearing: -19_900, root_revenue: 19_900 })
    expect(sandbox.charges().filter(({ amount }) => amount === 19_900)).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  test('that is declined is reported, and retried at once with another card', async () => {
    const { owner } = tree.acme
    await store(owner, cardNumbers.noFunds)
    await runJobs(db, http.platform)
    expect(await chargesOf(db, owner)).toMatchObject([{ status: 'declined', cause: 'insufficient_funds' }])
    // R074, R075: nothing is suspended before the last retry.
    expect(await statusOf(owner)).toBe('ok')
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ agency_payable: -19_900 })
    // Reconciling again makes no new attempt with the same card; only the retry schedule does (dunning.test.ts).
    clock.advance(120_000)
    await reconcileChargesJob.run(http.platform, {})
    expect((await db.adminPool.query('select from charge_attempt')).rowCount).toBe(1)
    expect((await store(owner, cardNumbers.good, replaceCard)).status).toBe(200)
    await runJobs(db, http.platform)
    expect(await chargesOf(db, owner)).toMatchObject([{ status: 'succeeded', cause: null }])
    expect(await statusOf(owner)).toBe('ok')
    const { rows } = await db.adminPool.query('select number, state, decline_code from charge_attempt order by number')
    expect(rows).toEqual([
      { number: 1, state: 'declined', decline_code: 'insufficient_funds' },
      { number: 2, state: 'succeeded', decline_code: null },
    ])
    expect(await problems()).toEqual([])
  })

  test('without a gateway response is unknown, and looked up under the same key until there is one', async () => {
    const { owner } = tree.acme
    await store(owner)
    await whileUnanswered(async (platform) => {
      await runJobs(db, platform)
      expect(await chargesOf(db, owner)).toMatchObject([{ status: 'unknown' }])
      clock.advance(60_000)
      await reconcileChargesJob.run(platform, {})
      expect(await chargesOf(db, owner)).toMatchObject([{ status: 'unknown' }])
    })
    // It was checked a moment ago: the next check is due in a minute.
    await reconcileChargesJob.run(http.platform, {})
    expect(await chargesOf(db, owner)).toMatchObject([{ status: 'unknown' }])
    clock.advance(60_000)
    await reconcileChargesJob.run(http.platform, {})
    expect(await chargesOf(db, owner)).toMatchObject([{ status: 'succeeded' }])
    expect((await db.adminPool.query('select from charge_attempt')).rowCount).toBe(1)
    expect(await problems()).toEqual([])
  })

  test('that is the first money of its operator is looked up like any other', async () => {
    const { owner, id } = tree.acme
    await setOnboardingFee(db, tree.root.id, 0)
    await store(owner)
    const body = { company_id: id, amount: 250, custom_amount: 'F', payment_type: 'credit_card' } as const
    expect((await http.as(owner).call(chargeWallet, { body })).status).toBe(200)
    await whileUnanswered((platform) => runJobs(db, platform))
    expect(await chargesOf(db, owner)).toMatchObject([{ kind: 'wallet_top_up', status: 'unknown' }])
    clock.advance(60_000)
    await reconcileChargesJob.run(http.platform, {})
    expect(await chargesOf(db, owner)).toMatchObject([{ status: 'succeeded' }])
  })

  test('that is declined while another card is being saved is retried with that card', async () => {
    const { owner, id } = tree.acme
    await store(owner, cardNumbers.noFunds)
    await whileUnanswered((platform) => runJobs(db, platform))
    clock.advance(60_000)
    const agency = { rootId: tree.root.id, agencyId: id }
    let hasAnswered = false
    let asking: Promise<void> = Promise.resolve()
    await inScope(db.appPool, { kind: 'agency', ...agency }, async (tx) => {
      await tx.query(`update payment_card set card_id = 'another' where company_id = $1`, [id])
      await retryCollection(tx, clock.now(), agency, null)
      // The decline is handled before the other card is committed, or waits for that commit.
      asking = reconcileChargesJob.run(http.platform, {}).then(() => void (hasAnswered = true))
      await expect.poll(async () => hasAnswered || (await oneWaits()), { timeout: 20_000 }).toBe(true)
    })
    await asking
    const { rows } = await db.adminPool.query('select card_id from charge_attempt order by number')
    expect(rows).toEqual([{ card_id: expect.stringMatching(/^card_/) }, { card_id: 'another' }])
    expect(await problems()).toEqual([])
  })

  test('without a card waits and says so', async () => {
    await db.adminPool.query(
      `insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
       values ($1, $2, $3, 'manual_bill', 'due', 500, now())`,
      [tree.acme.id, tree.acme.owner.id, tree.root.id],
    )
    const { collectChargeJob } = await import('./collect-charge.ts')
    const request = { rootId: tree.root.id, agencyId: tree.acme.id, chargeId: tree.acme.owner.id }
    await Promise.all([1, 2].map(() => collectChargeJob.run(http.platform, request)))
    expect(await chargesOf(db, tree.acme.owner)).toMatchObject([{ status: 'due', cause: 'no_card' }])
  })

  test('changes status only along the written table', async () => {
    const writes: string[] = []
    const tx = { query: async () => writes.push('written') } as unknown as Tx
    for (const [from, ways] of Object.entries(chargeMoves))
      for (const to of Object.keys(chargeMoves) as (keyof typeof chargeMoves)[]) {
        const charge = { id: 'c', agency_id: 'a', status: from } as ChargeRow
        const move = moveCharge(tx, 0, charge, { to })
        if (ways.includes(to)) await expect(move).resolves.toBeUndefined()
        else await expect(move).rejects.toThrow(`does not move from ${from} to ${to}`)
      }
    expect(writes).toHaveLength(Object.values(chargeMoves).flat().length)
  })
})

test('C122: a client’s card is saved at its agency’s own account, once there is one', async () => {
  const client = tree.acme.clients[0]!.user
  const send = async () =>
    http.as(client).call(createDirectCustomer, { body: { tokenid: await tokenOf(sandbox), ...cardholder } })
  expect((await send()).status).toBe(409)
  await http.as(tree.acme.owner).call(createConnectedAccount, { body: { companyID: tree.acme.id } })
  expect((await send()).body.data).toMatchObject({ brand: 'Visa', last4: '4242' })
  expect((await send()).status).toBe(200)
  const { rows } = await db.adminPool.query('select account_id from payment_card where company_id = $1', [
    client.companyId,
  ])
  expect(rows).toEqual([{ account_id: expect.stringMatching(/^acct_/) }])
})
