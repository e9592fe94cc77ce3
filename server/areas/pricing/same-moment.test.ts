import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { saveSetting } from '#contract/settings/settings.ts'
import { createCampaign, updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import { updateUser } from '#contract/companies/users.ts'
import { setRetailCost } from '#contract/pricing/retail.ts'
import { toSelectedTerms } from '#contract/companies/selections.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import type { TestTree } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'

// Campaigns that are created or saved while a price changes wait for the change and take the new price.

let db: TestDatabase
let http: TestApp
let tree: TestTree
beforeEach(async () => {
  const { close, ...opening } = await startTree({ limiter: noLimits })
  ;({ db, http, tree } = opening)
  return close
})

const make = (fields: object = {}) =>
  http.as(tree.acme.owner).call(createCampaign, {
    body: { companyID: tree.acme.clients[0]!.id, leadspeekType: 'local', campaignName: 'Made', ...fields },
  })
const idOf = (answer: Awaited<ReturnType<typeof make>>): string => answer.body.data.leadspeek_api_id
const pricesOf = async (id: string): Promise<number[]> => {
  const text = 'select wholesale_price_e4 as wholesale, retail_price_e4 as retail from campaign where id = $1'
  const { rows } = await db.adminPool.query<{ wholesale: string; retail: string }>(text, [id])
  return [Number(rows[0]!.wholesale), Number(rows[0]!.retail)]
}
const setWholesale = (companyID: string, dollars: number, term = 'Weekly') =>
  http.as(tree.root.system).call(saveSetting, {
    body: { companyID, settingname: 'costagency', [term]: { LeadspeekCostperlead: dollars } },
  })
const setRetail = (companyID: string, fields: object) =>
  http.as(tree.acme.owner).call(setRetailCost, {
    body: { companyID, costs: [{ ModuleName: 'local', PaymentTerm: 'Weekly', ...fields }] },
  })

/** Holds a price change open: it waits for the lock of a campaign that it writes. */
async function during<T>(
  change: () => Promise<{ status: number }>,
  meanwhile: () => Promise<T>,
  { terms = ['Weekly'] }: { terms?: string[] } = {},
): Promise<T> {
  await db.adminPool.query('update company set payment_terms = $2 where id = $1', [tree.acme.clients[0]!.id, terms])
  const campaignId = idOf(await make())
  const holder = await db.adminPool.connect()
  await holder.query('begin')
  await holder.query('select from campaign where agency_id = $1 and id = $2 for update', [tree.acme.id, campaignId])
  const pendingChange = change()
  await expect.poll(() => countWaiting(db)).toBe(1)
  let isDone = false
  const outcome = meanwhile().finally(() => (isDone = true))
  // Anything that doesn't wait has finished by then.
  for (let tries = 0; tries < 100 && !isDone && (await countWaiting(db)) < 2; tries++) await sleep(10)
  await sleep(100)
  await holder.query('rollback')
  holder.release()
  expect((await pendingChange).status).toBe(200)
  return outcome
}

const tenAtOnce = () => Promise.all(Array.from({ length: 10 }, () => make()))

test('campaigns created while an agency’s or the default wholesale price changes get the new price', async () => {
  const ofAgency = await during(() => setWholesale(tree.acme.id, 0.8), tenAtOnce)
  for (const answer of ofAgency) expect(await pricesOf(idOf(answer))).toEqual([8_000, 15_000])
  const ofAll = await during(
    () => setWholesale(tree.root.id, 0.9, 'Monthly'),
    () => make(),
    { terms: ['Monthly'] },
  )
  expect(await pricesOf(idOf(ofAll))).toEqual([9_000, 15_000])
})

test('the same applies to the retail price and its limit', async () => {
  const answers = await during(() => setRetail(tree.acme.id, { CostSet: 2.5 }), tenAtOnce)
  for (const answer of answers) expect(await pricesOf(idOf(answer))).toEqual([5_000, 25_000])
  const refusal = await during(
    () => setRetail(tree.acme.clients[0]!.id, { CostMaxLead: 1.2 }),
    () => make({ CostSet: 2.5 }),
  )
  expect([refusal.status, refusal.body]).toMatchObject([422, { field: 'CostSet' }])
})

test('a campaign saved meanwhile gets the new price, and no price below what the agency then pays', async () => {
  const id = idOf(await make())
  const save = (fields: object) =>
    http.as(tree.acme.owner).call(updateLocalCampaign, { body: { leadspeek_api_id: id, ...fields } })
  const refusal = await during(
    () => setWholesale(tree.acme.id, 2),
    () => save({ CostSet: 1.75 }),
  )
  expect([refusal.status, refusal.body]).toMatchObject([422, { field: 'CostSet' }])
  expect(await pricesOf(id)).toEqual([20_000, 20_000])
})

test('a retail price is checked against what the agency pays when it is saved', async () => {
  const refusal = await during(
    () => setWholesale(tree.acme.id, 2),
    () => setRetail(tree.acme.id, { CostSet: 1.75 }),
  )
  expect([refusal.status, refusal.body]).toMatchObject([422, { field: 'costs.0.CostSet' }])
})

test('saving a campaign again updates outdated prices', async () => {
  const [ownId, following] = [idOf(await make({ CostSet: 4 })), idOf(await make())]
  await db.adminPool.query('update campaign set wholesale_price_e4 = 1, retail_price_e4 = 30000')
  for (const id of [ownId, following]) {
    const body = { leadspeek_api_id: id, campaignName: 'Saved again' }
    expect((await http.as(tree.acme.owner).call(updateLocalCampaign, { body })).status).toBe(200)
  }
  expect([await pricesOf(ownId), await pricesOf(following)]).toEqual([
    [5_000, 30_000],
    [5_000, 15_000],
  ])
})

test('a changed payment term uses the price that is current when it is saved', async () => {
  const client = tree.acme.clients[0]!
  const id = idOf(await make())
  const body = {
    companyID: client.id,
    ClientID: client.user.id,
    userType: 'client' as const,
    ClientCompanyName: client.name,
    ClientEmail: client.user.email,
    ClientFullName: 'Nova Lane',
    selectedterms: toSelectedTerms(['Monthly']),
  }
  // Both terms in one change, so that the weekly price blocks it after the monthly one has been written.
  const both = () =>
    http.as(tree.root.system).call(saveSetting, {
      body: {
        companyID: tree.acme.id,
        settingname: 'costagency',
        Weekly: { LeadspeekCostperlead: 0.6 },
        Monthly: { LeadspeekCostperlead: 0.75 },
      },
    })
  const answer = await during(both, () => http.as(tree.acme.owner).call(updateUser, { body }))
  expect(answer.status).toBe(200)
  expect(await pricesOf(id)).toEqual([7_500, 15_000])
})
