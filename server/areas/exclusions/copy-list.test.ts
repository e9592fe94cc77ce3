import { expect, test } from 'vitest'
import { copyCampaign } from '#contract/campaigns/copies.ts'
import { readCampaignExclusions } from '#contract/exclusions/lists.ts'
import { useExclusionStage } from '#server/test/exclusion-stage.ts'

const { now, exclude, visit } = useExclusionStage()

async function copy(parts: ('exclusions' | 'source')[]) {
  const { body } = await now.http
    .as(now.world.tree.acme.owner)
    .call(copyCampaign, { body: { leadspeek_api_id: now.campaign.id, campaignName: 'Again', parts } })
  await now.world.db.adminPool.query(`update campaign set status = 'active' where id = $1`, [
    body.data.leadspeek_api_id,
  ])
  return { ...now.campaign, id: body.data.leadspeek_api_id }
}
const listOf = async (campaignId: string) =>
  (await now.http.as(now.world.tree.acme.owner).call(readCampaignExclusions, { params: { campaignId } })).body.data

test('a copy of a campaign has the same exclusions from the start, and keeps them when the original list changes', async () => {
  await exclude('campaign', now.person.email, 'somebody@example.com')
  const campaignCopy = await copy(['exclusions'])
  const list = await listOf(campaignCopy.id)
  expect(list).toMatchObject({ addresses: 2, changes: [{ kind: 'upload', addresses: 2, can_undo: 'T' }] })
  await now.world.db.adminPool.query('delete from exclusion where list_id = $1', [now.campaign.id])
  expect((await visit(now.person, campaignCopy)).reason).toBe('excluded_campaign')
})

test('a copy without this part has no exclusions', async () => {
  await exclude('campaign', now.person.email)
  const campaignCopy = await copy(['source'])
  expect(await listOf(campaignCopy.id)).toMatchObject({ addresses: 0, changes: [] })
  expect((await visit(now.person, campaignCopy)).reason).toBe('lead')
})
