import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  getCampaignResource,
  listOrganizations,
  maxExternalCampaigns,
  removeOrganization,
  saveOrganization,
} from '#contract/audiences/organizations.ts'
import { createCampaign, getCampaign, updateCampaign, updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { makeAudience } from '#server/test/make-audience.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree({ limiter: noLimits })

const outside = (campaignName: string, clientCampaignID = '') => ({
  campaignName,
  clientCampaignID,
  externalId: `ext-${campaignName}`,
})
const save = (user: TestUser, body: Record<string, unknown>) => http.as(user).call(saveOrganization, { body })
const remove = (user: TestUser, id: string) => http.as(user).call(removeOrganization, { params: { id } })
const listNames = async (user: TestUser, companyID: string): Promise<string[]> => {
  const { body } = await http.as(user).call(listOrganizations, { params: { companyID } })
  return body.data.map((one) => `${one.organizationName}: ${one.campaigns.map((c) => c.campaignName).join(', ')}`)
}

test('C109: an organization is created with its external campaigns, listed (C108) and changed as a whole', async () => {
  const { acme, brightside, root, other } = tree
  const client = acme.clients[0]!
  const answer = await save(acme.owner, {
    companyID: client.id,
    organizationName: 'Reach & <b>Co</b>',
    external_organizationid: 'org-17',
    campaigns: [outside('Newsletter'), outside('Retargeting')],
  })
  expect(answer).toMatchObject({ status: 200, body: { message: 'Data has been added successfully' } })
  const { data } = answer.body
  expect(data).toMatchObject({ company_name: 'Plumbright', external_organizationid: 'org-17', uses: 0 })
  const [newsletter, retargeting] = data.campaigns
  // Names may be swapped while one is removed and one added.
  const change = await save(acme.admin, {
    companyID: client.id,
    clientOrganizationID: data.clientOrganizationID,
    organizationName: 'reach & <b>CO</b>',
    campaigns: [outside('Retargeting', newsletter!.clientCampaignID), outside('Social')],
    updated_at: data.updated_at,
  })
  expect(change).toMatchObject({ status: 200, body: { data: { external_organizationid: '' } } })
  expect(change.body.data.campaigns.map((one) => one.clientCampaignID)).not.toContain(retargeting!.clientCampaignID)
  const names = ['reach & <b>CO</b>: Retargeting, Social']
  for (const [user, companyID] of [
    [acme.owner, acme.id],
    [client.user, client.id],
    [root.system, root.id],
    [root.system, acme.id],
  ] as const)
    expect(await listNames(user, companyID)).toEqual(names)
  expect(await listNames(acme.owner, acme.clients[1]!.id)).toEqual([])
  expect(await listNames(brightside.owner, brightside.id)).toEqual([])
  expect(await listNames(other.system, other.rootId)).toEqual([])
  // Somebody read an older version.
  const late = await save(acme.owner, {
    companyID: client.id,
    clientOrganizationID: data.clientOrganizationID,
    organizationName: 'Late',
    updated_at: data.updated_at,
  })
  expect(late.status).toBe(409)
})

test('C108: organizations are searched by part of their name or by ID', async () => {
  const { acme, brightside } = tree
  const client = acme.clients[2] ?? acme.clients[1]!
  const ids = new Map<string, string>()
  for (const organizationName of ['Sought 100%', 'Sought 1000', 'Apart'])
    ids.set(
      organizationName,
      (await save(acme.owner, { companyID: client.id, organizationName })).body.data.clientOrganizationID,
    )
  const find = async (query: Record<string, string>, user = acme.owner, companyID = client.id) =>
    (await http.as(user).call(listOrganizations, { params: { companyID }, query })).body.data.map(
      ({ organizationName }) => organizationName,
    )
  expect(await find({ search: 'SOUGHT' })).toEqual(['Sought 100%', 'Sought 1000'])
  expect(await find({ search: '100%' })).toEqual(['Sought 100%'])
  expect(await find({ search: 'nobody' })).toEqual([])
  expect(await find({ clientOrganizationID: ids.get('Apart')! })).toEqual(['Apart'])
  expect(await find({ clientOrganizationID: ids.get('Apart')!, search: 'Sought' })).toEqual([])
  expect(await find({ clientOrganizationID: ids.get('Apart')! }, brightside.owner, brightside.id)).toEqual([])
  for (const id of ids.values()) await remove(acme.owner, id)
})

test('C109: names are required and unique, lists are limited, and others’ organizations are absent', async () => {
  const { acme, brightside } = tree
  const [client, second] = acme.clients
  const base = { companyID: client!.id, organizationName: 'Other' }
  const ownId = (await save(acme.owner, { ...base, organizationName: 'Mine' })).body.data.clientOrganizationID
  const refusals: [Record<string, unknown>, string][] = [
    [{ ...base, organizationName: ' ' }, 'organizationName'],
    [{ ...base, organizationName: 'MINE' }, 'organizationName'],
    [{ ...base, organizationName: 'x'.repeat(151) }, 'organizationName'],
    [{ ...base, external_organizationid: 'x'.repeat(101) }, 'external_organizationid'],
    [{ ...base, campaigns: [outside('A'), outside('a')] }, 'campaigns.1.campaignName'],
    [{ ...base, campaigns: [outside('A', ownId)] }, 'campaigns.0.clientCampaignID'],
    [{ ...base, campaigns: Array.from({ length: maxExternalCampaigns + 1 }, (_, n) => outside(`${n}`)) }, 'campaigns'],
    [{ ...base, companyID: acme.id }, 'companyID'],
  ]
  const before = await listNames(acme.owner, acme.id)
  for (const [body, field] of refusals) {
    const answer = await save(acme.owner, body)
    if (field === 'companyID') expect(answer.status).toBe(403)
    else expect([field, answer.status, answer.body.field]).toEqual([field, 422, field])
  }
  expect((await save(acme.owner, { ...base, companyID: second!.id, clientOrganizationID: ownId })).status).toBe(404)
  expect((await save(brightside.owner, { ...base, clientOrganizationID: ownId })).status).toBe(404)
  expect((await remove(brightside.owner, ownId)).status).toBe(404)
  expect((await remove(second!.user, ownId)).status).toBe(404)
  expect((await save(tree.root.system, base)).status).toBe(403)
  expect(await listNames(acme.owner, acme.id)).toEqual(before)
  // OQ-12: a client whose agency does not allow changes.
  expect((await save(client!.user, base)).status).toBe(403)
  expect((await remove(client!.user, ownId)).status).toBe(403)
  expect(await remove(acme.owner, ownId)).toMatchObject({ status: 200, body: { message: 'Deleted!' } })
})

test('a campaign links only to its own client’s organization, and C090 lists the linked campaigns', async () => {
  const { acme } = tree
  const [client, second] = acme.clients
  const make = async (companyID: string, organizationName: string) =>
    (await save(acme.owner, { companyID, organizationName, campaigns: [outside('Mail')] })).body.data
  const [mine, theirs] = [await make(client!.id, 'Tied'), await make(second!.id, 'Tied')]
  const [mail] = mine.campaigns
  const fields = { companyID: client!.id, leadspeekType: 'local', campaignName: 'Fed', urlCode: 'https://fed.example/' }
  const create = (link: object) => http.as(acme.owner).call(createCampaign, { body: { ...fields, ...link } })
  for (const [link, field] of [
    [{ clientOrganizationID: theirs.clientOrganizationID }, 'clientOrganizationID'],
    [{ clientCampaignID: mail!.clientCampaignID }, 'clientCampaignID'],
    [
      {
        clientOrganizationID: mine.clientOrganizationID,
        clientCampaignID: theirs.campaigns[0]!.clientCampaignID,
      },
      'clientCampaignID',
    ],
  ] as const)
    expect(await create(link)).toMatchObject({ status: 422, body: { field } })
  const link = { clientOrganizationID: mine.clientOrganizationID, clientCampaignID: mail!.clientCampaignID }
  const campaign = (await create(link)).body.data
  expect(campaign).toMatchObject(link)
  const resource = (user: TestUser, org = mine.clientOrganizationID, campaign = mail!.clientCampaignID) =>
    http.as(user).call(getCampaignResource, { params: { org, campaign } })
  expect((await resource(client!.user)).body.data).toMatchObject({
    organization: { organizationName: 'Tied' },
    campaign: { campaignName: 'Mail', uses: 1 },
    campaigns: [
      { leadspeek_api_id: campaign.leadspeek_api_id, campaignName: 'Fed', status: 'draft', ended: false, leads: 0 },
    ],
    leads: 0,
  })
  // All of the organization, including campaigns linked to none of its external ones.
  const whole = (await resource(client!.user, mine.clientOrganizationID, 'all')).body.data
  expect([whole.campaign, whole.campaigns.map(({ campaignName }) => campaignName)]).toEqual([null, ['Fed']])
  for (const answer of [
    await resource(second!.user),
    await resource(tree.brightside.owner),
    await resource(acme.owner, mine.clientOrganizationID, theirs.campaigns[0]!.clientCampaignID),
  ])
    expect(answer.status).toBe(404)
  await checkHeld(campaign.leadspeek_api_id, mine, acme.owner)
})

/** A link prevents removing its organization; unlinking or removing the campaign allows it. */
async function checkHeld(
  campaignId: string,
  mine: { clientOrganizationID: string; companyID: string },
  owner: TestUser,
): Promise<void> {
  const empty = {
    companyID: mine.companyID,
    clientOrganizationID: mine.clientOrganizationID,
    organizationName: 'Tied',
  }
  expect(await save(owner, empty)).toMatchObject({ status: 409, body: { field: 'campaigns' } })
  expect(await remove(owner, mine.clientOrganizationID)).toMatchObject({ status: 409 })
  // A change that does not send the link leaves it unchanged; sending only the organization clears its campaign.
  const change = (body: object) =>
    http.as(owner).call(updateLocalCampaign, { body: { leadspeek_api_id: campaignId, ...body } })
  expect((await change({ campaignName: 'Fed on' })).body.data.clientCampaignID).not.toBe('')
  const alone = await change({ clientOrganizationID: mine.clientOrganizationID })
  expect(alone.body.data).toMatchObject({ clientOrganizationID: mine.clientOrganizationID, clientCampaignID: '' })
  expect((await save(owner, empty)).status).toBe(200)
  const unlinking = await http.as(owner).call(updateCampaign, {
    body: { leadspeek_api_id: campaignId, clientOrganizationID: '' },
  })
  expect(unlinking.status).toBe(200)
  await change({ clientOrganizationID: mine.clientOrganizationID })
  await db.adminPool.query('update campaign set removed_at = now() where id = $1', [campaignId])
  expect((await http.as(owner).call(getCampaign, { params: { id: campaignId } })).status).toBe(404)
  expect((await remove(owner, mine.clientOrganizationID)).status).toBe(200)
}

test('an organization stays if an audience that names it is saved in the meantime', async () => {
  const { owner, id: agencyId, clients } = tree.acme
  const { id: clientId } = clients[1]!
  const organization = await save(owner, { companyID: clientId, organizationName: 'Named', campaigns: [] })
  const organization_id = organization.body.data.clientOrganizationID
  // As while an audience is saved.
  const holder = await db.adminPool.connect()
  await holder.query('begin')
  await holder.query('select from company where id = $1 for no key update', [clientId])
  const removing = remove(owner, organization_id)
  await Promise.race([removing, sleep(500)])
  const leads = { kind: 'lead', organization_id, within_days: 30 } as const
  await makeAudience({ db, rootId: tree.root.id }, { agencyId, clientId }, { include: [leads] })
  await holder.query('rollback')
  holder.release()
  expect(await removing).toMatchObject({
    status: 409,
    body: { message: 'An audience uses it. Remove it there first.' },
  })
})
