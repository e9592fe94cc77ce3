import { expect, test } from 'vitest'
import { createCampaign, getCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { exportLeads, getLead, listLeads } from '#contract/leads/leads.ts'
import { buildBodies } from '#server/areas/integrations/deliveries/build-bodies.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

const now_ms = Date.UTC(2026, 10, 20, 17)
const clock = createStillClock(now_ms)
const phone = '+12125550142'
const direct = '+12125550143'

const { db, http, tree } = await openTree({ clock, limiter: noLimits })
const client = tree.acme.clients[0]!

const listOf = (by: TestUser, searchQuery = '') => ({
  params: { companyID: by.companyId, clientID: 'all', start: 'all', end: 'all' },
  query: { searchQuery },
})
/** The phone numbers in a user's list of leads, by lead id. */
const readPhones = async (by: TestUser, searchQuery = ''): Promise<Record<string, string>> => {
  const { body } = await http.as(by).call(listLeads, listOf(by, searchQuery) as never)
  const { data } = body as unknown as { data: { id: string; phone: string }[] }
  return Object.fromEntries(data.map((lead) => [lead.id, lead.phone]))
}
const openedBy = async (by: TestUser, id: string): Promise<string> =>
  (await http.as(by).call(getLead, { params: { id } })).raw.payload
const fileOf = async (by: TestUser): Promise<string> =>
  (await http.as(by).call(exportLeads, listOf(by) as never)).raw.payload

const change = (id: string, fields: object, by: TestUser = tree.acme.owner) =>
  http.as(by).call(updateCampaign, { body: { leadspeek_api_id: id, ...fields } })

test('clientHidePhone hides the phones of one campaign’s leads from its client in lists, searches, files, emails and webhooks', async () => {
  const { owner } = tree.acme
  const [hiddenCampaign, open] = [await makeCampaign(db, client, { name: 'Hidden' }), await makeCampaign(db, client)]
  const [one, otherLead] = await insertLeads(db, tree.acme, [
    { client, campaign: hiddenCampaign, at_ms: now_ms - 2_000, phone },
    { client, campaign: open, at_ms: now_ms - 1_000, phone },
  ])
  await db.adminPool.query(`update lead set information = $1`, [{ job_title: 'Baker', direct_phone: direct }])
  const ids = [one!.id, otherLead!.id] as const
  const readBodies = (kind: 'webhook' | 'email'): Promise<string[]> =>
    inScope(http.platform.appPool, { kind: 'root', rootId: tree.root.id }, async (tx) => {
      const asDelivery = (id: string) => ({ agencyId: tree.acme.id, id, leadId: id, recipients: [], isDigest: false })
      const bodies = await buildBodies(
        tx,
        http.platform.config,
        tree.root.id,
        ids.map((id) => ({ ...asDelivery(id), kind })),
      )
      return ids.map((id) => bodies.get(id)!)
    })

  expect((await change(hiddenCampaign.id, { clientHidePhone: 'T' })).body.data.clientHidePhone).toBe('T')
  expect(await readPhones(client.user)).toEqual({ [ids[0]]: '', [ids[1]]: phone })
  expect(await readPhones(owner)).toEqual({ [ids[0]]: phone, [ids[1]]: phone })
  // A hidden number can't be guessed by searching digit by digit, either.
  expect(Object.keys(await readPhones(client.user, '212555'))).toEqual([ids[1]])
  expect(Object.keys(await readPhones(owner, '212555')).toSorted()).toEqual([...ids].toSorted())
  const visibility = async (by: TestUser, id: string) => {
    const text = await openedBy(by, id)
    return [text.includes(phone), text.includes(direct), text.includes('Baker')]
  }
  expect(await visibility(client.user, ids[0])).toEqual([false, false, true])
  expect(await visibility(client.user, ids[1])).toEqual([true, true, true])
  expect(await visibility(owner, ids[0])).toEqual([true, true, true])
  const inFile = async (by: TestUser): Promise<number[]> => {
    const text = await fileOf(by)
    return [text.split('(212) 555-0142').length - 1, text.split(direct).length - 1]
  }
  expect([await inFile(client.user), await inFile(owner)]).toEqual([
    [1, 1],
    [2, 2],
  ])
  for (const kind of ['webhook', 'email'] as const)
    expect((await readBodies(kind)).map((body) => [body.includes(phone), body.includes(direct)])).toEqual([
      [false, false],
      [true, true],
    ])
  expect((await change(hiddenCampaign.id, { clientHidePhone: 'F' })).status).toBe(200)
  expect(await readPhones(client.user)).toEqual({ [ids[0]]: phone, [ids[1]]: phone })
})

test('clientHidePhone and notices are set only by the agency: a client who manages campaigns sends them back unchanged', async () => {
  await db.adminPool.query(`update app_user set permissions = '{"campaign.create": true}' where id = $1`, [
    client.user.id,
  ])
  http.forget(client.user)
  const campaign = await http.as(tree.acme.owner).call(createCampaign, {
    body: { companyID: client.id, leadspeekType: 'local', campaignName: 'Kept', clientHidePhone: 'T' },
  })
  const { leadspeek_api_id: id } = campaign.body.data
  await change(id, { leadsAmountNotification: 5 })
  const readCampaign = async () => (await http.as(tree.acme.owner).call(getCampaign, { params: { id } })).body.data
  const before = await readCampaign()
  for (const [field, fields] of [
    ['clientHidePhone', { clientHidePhone: 'F' }],
    ['leadsAmountNotification', { leadsAmountNotification: 1 }],
    ['adminNotifyTo', { adminNotifyTo: [tree.acme.owner.id] }],
    ['enableMinimumLimitLeads', { enableMinimumLimitLeads: 'T', minimumLimitLeads: 1 }],
  ] as const) {
    const { status, body } = await change(id, fields, client.user)
    expect([status, (body as unknown as { field: string }).field]).toEqual([422, field])
  }
  expect(await readCampaign()).toEqual(before)
  expect((await change(id, { clientHidePhone: 'T', campaignName: 'Kept too' }, client.user)).status).toBe(200)
  expect(await readCampaign()).toMatchObject({
    clientHidePhone: 'T',
    leadsAmountNotification: 5,
    campaignName: 'Kept too',
  })
})
