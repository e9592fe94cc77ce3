import { expect, test } from 'vitest'
import { chargeWallet, readWallet, saveWallet, stopContinualTopUp } from '#contract/wallet/wallet.ts'
import { saveBalance } from '#server/areas/prepaid/public.ts'
import { careForWalletsJob, topUpJob } from '#server/areas/wallet/public.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { unlimited } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { chargesOf } from '#server/test/payments.ts'

// A campaign's leads are bought beforehand by themselves: by whoever sees first that there is nothing left, and nobody else.

const clock = createStillClock(Date.UTC(2026, 10, 20, 18))
const { db, http, tree } = await openTree({ clock, limiter: unlimited })

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
  const wish = { ...book, balanceId: campaign.id, isEmpty: false }
  const work = () => [topUpJob.run(http.platform, wish), careForWalletsJob.run(http.platform, {})]
  await Promise.all([...work(), ...work(), ...work()])
  clock.advance(60_000)
  await Promise.all(work())
  expect(await chargesOf(db, client.user)).toMatchObject([{ status: 'due', amount_cents: 12_500 }])
})

test('a top-up that is asked for again by its lost call takes back nothing that was set since', async () => {
  const { owner, id: company_id } = tree.brightside
  const operationID = newId(clock.now())
  const how = { amount: 250, custom_amount: 'F' } as const
  const charge = () =>
    http.as(owner).call(chargeWallet, {
      body: { company_id, ...how, stop_continual: 'F', payment_type: 'credit_card', operationID },
    })
  expect((await charge()).status).toBe(200)
  await http.as(owner).call(stopContinualTopUp, { body: { company_id, stop_continual: 'T' } })
  await http.as(owner).call(saveWallet, { body: { company_id, ...how, amount: 500 } })
  expect((await charge()).status).toBe(200)
  const { data } = (await http.as(owner).call(readWallet, { query: { company_id } })).body
  expect(data).toMatchObject({ amount: 500, stop_continual: 'T', open_topup: { amount: 250 } })
  expect(await chargesOf(db, owner)).toHaveLength(1)
})
