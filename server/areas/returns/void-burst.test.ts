import { beforeEach, expect, test } from 'vitest'
import { releaseLeads } from '#contract/leads/hold.ts'
import { askToVoid, listBursts, voidBurst } from '#contract/returns/bursts.ts'
import type { TestApp } from '#server/test/app.ts'
import { md5, type PipelineCampaign, type PipelineWorld } from '#server/test/pipeline-world.ts'
import { buyPrepaid, lotsOf } from '#server/test/prepaid.ts'
import { useReturnStage } from '#server/test/return-stage.ts'

// Leads that somebody made by forged visits are voided together, in every leg (decision 34).

const { now, book, owner, client, sellLead, problems, balances, pass } = useReturnStage()
let world: PipelineWorld
let http: TestApp
let campaign: PipelineCampaign
beforeEach(() => void ({ world, http, campaign } = now))

/** Visits of browsers that begin with an address, beyond what one hold lets pass. */
async function flood(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await world.hit(campaign, { hashes: [md5((await world.makePerson()).email)] })
  await world.resolve(campaign)
}
const body = (which: 'usual' | 'apart' = 'apart') => ({ leadspeek_api_id: campaign.id, which })
const agency = () => http.as(owner())
const operator = () => http.as(world.tree.root.system)
const voidIt = (which?: 'usual' | 'apart') => operator().call(voidBurst, { body: body(which) })
const list = async () =>
  (await operator().call(listBursts, { params: { companyID: world.tree.root.id }, query: {} })).body.data

test('its agency reports it, the operator voids it, and both get back what they paid for it alone', async () => {
  await sellLead()
  const before = await balances()
  pass(20 * 60_000)
  await flood(52)
  expect(await balances()).not.toEqual(before)
  expect((await agency().call(voidBurst, { body: body() })).status).toBe(403)
  expect((await agency().call(askToVoid, { body: body('usual') })).status).toBe(409)
  for (const _ of [1, 2]) expect((await agency().call(askToVoid, { body: body() })).status).toBe(200)
  expect(await list()).toMatchObject([
    { which: 'apart', leads: 50, credited_at: null, campaignName: 'Winter visitors' },
  ])
  const { body: answer } = await voidIt()
  expect(answer.data).toEqual({ leads: 50, retail_price: 62.5, wholesale_price: 25 })
  expect(await balances()).toEqual(before)
  expect(await problems()).toEqual([])
  expect((await voidIt()).body.data).toMatchObject({ leads: 0 })
  expect(await list()).toMatchObject([{ leads: 50, retail_price: 62.5, credited_at: expect.any(String) }])
})

test('leads that were released in between are voided with the next hold of the same burst', async () => {
  const before = await balances()
  await flood(51)
  expect((await agency().call(releaseLeads, { body: { leadspeek_api_id: campaign.id } })).status).toBe(200)
  pass(11 * 60_000)
  await world.db.adminPool.query('update campaign set limit_leads = 10000 where id = $1', [campaign.id])
  await flood(120)
  expect((await voidIt()).body.data).toMatchObject({ leads: 150 })
  expect(await balances()).toEqual(before)
  expect(await problems()).toEqual([])
})

test('money that was paid beforehand goes back into its lots', async () => {
  const balanceName = { id: campaign.id, clientId: client().id }
  const purchase = { amount_cents: 20_000, at_ms: world.clock.now(), balance: balanceName, leadsToBuy: 160 }
  await buyPrepaid(world.db, book(), purchase)
  await flood(51)
  const leftOf = async () => (await lotsOf(world.db, campaign.id))[0]!.left_cents
  const rest = await leftOf()
  expect(rest).toBeLessThan(20_000)
  expect((await voidIt()).body.data).toMatchObject({ leads: 50 })
  expect(await leftOf()).toBe(20_000)
  expect(await problems()).toEqual([])
})
