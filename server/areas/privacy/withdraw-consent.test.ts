import { expect, test } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { listReceipts } from '#contract/integrations/take-back.ts'
import { newId } from '#server/platform/ids.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld, type PipelineCampaign } from '#server/test/pipeline-world.ts'
import { withdrawConsentJob } from './withdraw-consent.ts'

// A visitor who was known says no: what the job does that the collector queues.

const world = await openPipelineWorld()
const http = await openApp(world)
const { acme } = world.tree
const owner = acme.clients[0]!.user

const withdraw = (visitorId: string, clientId = acme.clients[0]!.id) =>
  withdrawConsentJob.run(http.platform, {
    rootId: world.tree.root.id,
    agencyId: acme.id,
    clientId,
    visitorId: visitorId.replaceAll('-', ''),
  })
const links = async (visitorId: string) =>
  (await world.db.adminPool.query('select from device_link where visitor_id = $1', [visitorId])).rowCount

async function makeLead(campaign: PipelineCampaign) {
  const person = await world.makePerson()
  const visitorId = newId(world.clock.now())
  const { lead_id } = await world.visit(campaign, { hashes: [md5(person.email)], visitorId })
  await world.db.adminPool.query(
    `update delivery set status = 'delivered', next_attempt_at = null, leased_until = null where lead_id = $1`,
    [lead_id],
  )
  const receipts = async () =>
    (await http.as(acme.owner).call(listReceipts, { params: { lead: lead_id! } })).body.data as { kind: string }[]
  return { visitorId, receipts }
}

test('a withdrawal cuts what the browser is tied to, and has destinations delete the person, once', async () => {
  const campaign = await world.makeCampaign()
  const body = { leadspeek_api_id: campaign.id, url: 'https://hooks.example/leads' }
  expect((await http.as(owner).call(createWebhook, { body })).status).toBe(200)
  const lead = await makeLead(campaign)
  const other = await makeLead(campaign)
  expect(await links(lead.visitorId)).toBe(1)
  await withdraw(lead.visitorId)
  await withdraw(lead.visitorId)
  expect([await links(lead.visitorId), await links(other.visitorId)]).toEqual([0, 1])
  expect(await lead.receipts()).toMatchObject([{ kind: 'webhook' }])
  expect(await other.receipts()).toEqual([])
  expect(await world.visit(campaign, { hashes: [], visitorId: lead.visitorId })).toMatchObject({ reason: 'no_key' })
})

test('an id of another client, or of nobody, changes nothing', async () => {
  const lead = await makeLead(await world.makeCampaign())
  await withdraw(lead.visitorId, acme.clients[1]!.id)
  await withdraw(newId(world.clock.now()))
  expect(await links(lead.visitorId)).toBe(1)
})
