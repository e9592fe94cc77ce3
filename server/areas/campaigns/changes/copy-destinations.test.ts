import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCampaign } from '#contract/campaigns/copies.ts'
import { updateDestination, createWebhook, listDestinations } from '#contract/integrations/destinations.ts'
import { openWebhookSecret } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import { newId } from '#server/platform/ids.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import { makeUser, type TestUser } from '#server/test/factories.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const at_ms = Date.UTC(2026, 10, 20, 12)

/** Adds an account of the client or its agency, and a campaign's destination there. */
async function sendTo(campaignId: string, kind: string, isAgencys: boolean, status = 'connected'): Promise<void> {
  const { rootId, agencyId } = stage.tree.acme.owner
  const owner = isAgencys ? null : stage.plumbright.id
  const id = newId(at_ms)
  await stage.db.adminPool.query(
    `insert into connection (agency_id, id, root_id, client_id, company_id, kind, account, status, connected_at, updated_at)
     values ($1, $2, $3, $4::uuid, coalesce($4, $1), $5, 'An account', $6, $7, $7)`,
    [agencyId, id, rootId, owner, kind, status, new Date(at_ms)],
  )
  await stage.db.adminPool.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, connection_id, details, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, '{"tags":["new"]}', $8)`,
    [agencyId, newId(at_ms), rootId, stage.plumbright.id, campaignId, kind, id, new Date(at_ms)],
  )
}

const copy = async (leadspeek_api_id: string, user: TestUser): Promise<string> => {
  const body = { leadspeek_api_id, campaignName: 'Again', parts: ['destinations' as const] }
  return (await stage.http.as(user).call(copyCampaign, { body })).body.data.leadspeek_api_id
}
const sentTo = async (id: string) =>
  (await stage.http.as(stage.tree.acme.owner).call(listDestinations, { params: { id } })).body.data

test('a copy sends to the same destinations, with connected accounts only and the same webhook secrets', async () => {
  const owner = stage.http.as(stage.tree.acme.owner)
  const { leadspeek_api_id } = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body.data
  const webhook = async (url: string) =>
    (await owner.call(createWebhook, { body: { leadspeek_api_id, url } })).body.data
  const { secret } = await webhook('https://hooks.example/leads')
  const off = await webhook('https://hooks.example/off')
  await owner.call(updateDestination, { body: { destination_id: off.id, active: 'F' } })
  await sendTo(leadspeek_api_id, 'kartra', false)
  await sendTo(leadspeek_api_id, 'sendgrid', true)
  await sendTo(leadspeek_api_id, 'highlevel', false, 'reconnect')

  const destinations = await sentTo(await copy(leadspeek_api_id, stage.tree.acme.owner))
  expect(destinations.map(({ kind, url, status }) => [kind, url, status]).toSorted()).toEqual([
    ['kartra', null, 'ok'],
    ['sendgrid', null, 'ok'],
    ['webhook', 'https://hooks.example/leads', 'ok'],
    ['webhook', 'https://hooks.example/off', 'disabled'],
  ])
  expect(destinations.find(({ kind }) => kind === 'kartra')!.details).toEqual({ tags: ['new'] })
  const { id } = destinations.find(({ url }) => url?.endsWith('/leads'))!
  const { rows } = await stage.db.adminPool.query('select agency_id, secret_sealed from destination where id = $1', [
    id,
  ])
  expect(openWebhookSecret(stage.http.platform, rows[0].agency_id, id, rows[0].secret_sealed)).toBe(secret)

  // Clients can't see their agency's accounts, so their copies leave them out.
  const { companyId, rootId, agencyId, clientId, host } = stage.plumbright.user
  const place = { companyId, rootId, agencyId, clientId, host }
  const client = await makeUser(stage.db, place, 'client', 'copies@plumbright.test', { 'campaign.create': true })
  const ofClient = await sentTo(await copy(leadspeek_api_id, client))
  expect(ofClient.map(({ kind }) => kind).toSorted()).toEqual(['kartra', 'webhook', 'webhook'])
})

test('a copy that would exceed the client’s webhooks is refused, and names what was chosen', async () => {
  const { owner } = stage.tree.acme
  const { leadspeek_api_id } = (await stage.create(owner, stage.plumbright)).body.data
  const body = { leadspeek_api_id, url: 'https://hooks.example/again' }
  let status = 200
  while (status === 200) ({ status } = await stage.http.as(owner).call(createWebhook, { body }))
  const copyBody = { leadspeek_api_id, campaignName: 'Again', parts: ['destinations' as const] }
  const refusal = await stage.http.as(owner).call(copyCampaign, { body: copyBody })
  expect([refusal.status, refusal.body]).toEqual([
    422,
    expect.objectContaining({ field: 'parts', message: 'A client can have at most 10 webhooks.' }),
  ])
})
