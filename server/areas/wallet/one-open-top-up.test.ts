import { expect, test } from 'vitest'
import { chargeWallet, readWallet, saveWallet, stopContinualTopUp } from '#contract/wallet/wallet.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { addLot } from '#server/areas/prepaid/lots.ts'
import { lockFunds } from '#server/areas/prepaid/funds.ts'
import { saveBalance, walletOf } from '#server/areas/prepaid/balances.ts'
import { maintainWalletsJob } from '#server/areas/wallet/maintain-wallets.ts'
import { topUpJob } from '#server/areas/wallet/top-up.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { chargesOf } from '#server/test/payments.ts'

// A campaign's leads are prepaid automatically: the first job that sees an empty balance tops it up, and no other.

const clock = createStillClock(Date.UTC(2026, 10, 20, 18))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })

test('a campaign’s continual top-up has one open charge, however many workers see that it is due', async () => {
  const { acme, root } = tree
  const client = acme.clients[0]!
  const campaign = await makeCampaign(db, client, { status: 'active' })
  await db.adminPool.query('update campaign set retail_price_e4 = 12500 where id = $1', [campaign.id])
  const book = { rootId: root.id, agencyId: acme.id }
  await inScope(db.appPool, { kind: 'agency', ...book }, (tx) =>
    saveBalance(
      tx,
      book,
      clock.now(),
      { id: campaign.id, clientId: client.id },
      { leadsToBuy: 100, stopsContinual: false },
    ),
  )
  const request = { ...book, balanceId: campaign.id, isEmpty: false }
  const work = () => [topUpJob.run(http.platform, request), maintainWalletsJob.run(http.platform, {})]
  await Promise.all([...work(), ...work(), ...work()])
  clock.advance(60_000)
  await Promise.all(work())
  expect(await chargesOf(db, client.user)).toMatchObject([{ status: 'due', amount_cents: 12_500 }])
})

test('a wallet can be maintained and used at the same moment, and neither aborts the other', async () => {
  const { acme, root } = tree
  const book = { rootId: root.id, agencyId: acme.id }
  const scope = { kind: 'agency', ...book } as const
  const wallet = walletOf(acme.id)
  const lot = { id: newId(clock.now()), balance: wallet, amount_cents: 1_000 }
  await inScope(db.appPool, scope, async (tx) => {
    await saveBalance(tx, book, clock.now(), wallet, { stopsContinual: true })
    await ensureAccounts(tx, book, clock.now(), [{ kind: 'wallet', clientId: null }])
    await addLot(tx, book, clock.now() - 364 * 86_400_000, lot)
  })
  let caring: Promise<void> = Promise.resolve()
  await inScope(db.appPool, scope, async (tx) => {
    // As a batch of leads does: lock the balance, then take from its lots.
    await lockFunds(tx, acme.id, [])
    caring = maintainWalletsJob.run(http.platform, {})
    await expect.poll(() => countWaiting(db), { timeout: 8_000 }).toBe(1)
    await tx.query('update prepaid_lot set remaining_e4 = remaining_e4 - 1 where agency_id = $1', [acme.id])
  })
  await caring
  const { rows } = await db.adminPool.query('select remaining_e4::integer, told_days from prepaid_lot where id = $1', [
    lot.id,
  ])
  expect(rows).toEqual([{ remaining_e4: 99_999, told_days: expect.any(Number) }])
})

test('a top-up that is retried after a lost call does not revert what was set since', async () => {
  const { owner, id: company_id } = tree.brightside
  const operationId = newId(clock.now())
  const how = { amount: 250, custom_amount: 'F' } as const
  const charge = () =>
    http.as(owner).call(chargeWallet, {
      body: { company_id, ...how, stop_continual: 'F', payment_type: 'credit_card', operationId },
    })
  expect((await charge()).status).toBe(200)
  await http.as(owner).call(stopContinualTopUp, { body: { company_id, stop_continual: 'T' } })
  await http.as(owner).call(saveWallet, { body: { company_id, ...how, amount: 500 } })
  expect((await charge()).status).toBe(200)
  const { data } = (await http.as(owner).call(readWallet, { query: { company_id } })).body
  expect(data).toMatchObject({ amount: 500, stop_continual: 'T', open_topup: { amount: 250 } })
  expect(await chargesOf(db, owner)).toHaveLength(1)
})
