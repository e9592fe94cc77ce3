import { beforeEach, expect, test } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { listManualReceipts, listReceipts } from '#contract/integrations/take-back.ts'
import { useExclusionStage } from '#server/test/exclusion-stage.ts'

const { now, exclude, visit, pass, clientUser } = useExclusionStage()

/** A lead that was delivered to the campaign's webhook. */
let leadId: string
beforeEach(async () => {
  const { http, campaign, world } = now
  const body = { leadspeek_api_id: campaign.id, url: 'https://hooks.example/leads' }
  expect((await http.as(clientUser()).call(createWebhook, { body })).status).toBe(200)
  leadId = (await visit()).lead_id!
  await world.db.adminPool.query(
    `update delivery set status = 'delivered', next_attempt_at = null, leased_until = null where lead_id = $1`,
    [leadId],
  )
})

const receipts = async () =>
  (await now.http.as(now.world.tree.acme.owner).call(listReceipts, { params: { lead: leadId } })).body.data

test('an address on the operator’s list is recalled from its leads’ destinations, however old the leads are', async () => {
  pass(20 * 24 * 3_600_000)
  await exclude('root', now.person.email)
  expect(await receipts()).toMatchObject([{ kind: 'webhook', target: 'https://hooks.example/leads' }])
})

test.each(['agency', 'client', 'campaign'] as const)(
  'the list of the %s stops new leads only, and delivered leads are not recalled',
  async (level) => {
    await exclude(level, now.person.email)
    expect(await receipts()).toEqual([])
    const params = { company: now.world.tree.acme.id }
    const manual = await now.http.as(now.world.tree.acme.owner).call(listManualReceipts, { params, query: {} })
    expect(manual.body.data).toEqual([])
  },
)
