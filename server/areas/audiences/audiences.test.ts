import { expect, test } from 'vitest'
import { getAudience, listAudiences, removeAudience, saveAudience } from '#contract/audiences/audiences.ts'
import { removeOrganization, saveOrganization } from '#contract/audiences/organizations.ts'
import type { Condition } from '#contract/audiences/definition.ts'
import { createCampaign, getCampaign, updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { definitionOf } from '#server/test/make-audience.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree({ limiter: noLimits })

const inIllinois: Condition = { kind: 'trait', trait: 'state', values: ['IL'] }
const definition = definitionOf({ include: [inIllinois] })
const save = (user: TestUser, body: Record<string, unknown>) => http.as(user).call(saveAudience, { body })
const remove = (user: TestUser, id: string) => http.as(user).call(removeAudience, { params: { id } })
const listNames = async (user: TestUser, companyID: string, query = {}): Promise<string[]> => {
  const { body } = await http.as(user).call(listAudiences, { params: { companyID }, query })
  return body.data.map(({ audience_name }) => audience_name)
}

test('an audience is created for a client, read, listed and changed; a stale change is rejected', async () => {
  const { acme, brightside, root, other } = tree
  const client = acme.clients[0]!
  const answer = await save(acme.owner, { companyID: client.id, audience_name: 'Near & <b>far</b>', definition })
  expect(answer).toMatchObject({ status: 200, body: { message: 'Data has been added successfully' } })
  const { audience_id: id, updated_at } = answer.body.data
  expect(answer.body.data).toMatchObject({ companyID: client.id, company_name: 'Plumbright', definition, uses: [] })
  const wider = definitionOf({ include: [inIllinois, { kind: 'visited', page: '/offer', least: 2, within_days: 30 }] })
  const change = { companyID: client.id, audience_id: id, audience_name: 'near & <b>FAR</b>', definition: wider }
  expect(await save(acme.admin, { ...change, updated_at })).toMatchObject({ status: 200 })
  expect((await save(acme.owner, { ...change, updated_at })).status).toBe(409)
  const audience = await http.as(client.user).call(getAudience, { params: { id } })
  expect(audience.body.data).toMatchObject({ audience_name: 'near & <b>FAR</b>', definition: wider })
  for (const [user, companyID] of [
    [acme.owner, acme.id],
    [client.user, client.id],
    [root.system, root.id],
  ] as const)
    expect(await listNames(user, companyID)).toEqual(['near & <b>FAR</b>'])
  for (const [user, companyID] of [
    [acme.owner, acme.clients[1]!.id],
    [brightside.owner, brightside.id],
    [other.system, other.rootId],
  ] as const)
    expect(await listNames(user, companyID)).toEqual([])
  expect((await http.as(brightside.owner).call(getAudience, { params: { id } })).status).toBe(404)
  // Only clients of a group.
  const group = '018f0000-0000-7000-8000-000000000000'
  expect(await listNames(acme.owner, acme.id, { companyGroupID: group })).toEqual([])
})

test('invalid audiences are rejected with the field name, and unauthorized changes are refused', async () => {
  const { acme, brightside } = tree
  const client = acme.clients[0]!
  const base = { companyID: client.id, audience_name: 'Bounds' }
  const ownId = (await save(acme.owner, { ...base, audience_name: 'Mine', definition })).body.data.audience_id
  const asking = (condition: unknown) => ({ ...base, definition: definitionOf({ include: [condition as Condition] }) })
  const at = 'definition.include.conditions'
  const organization_id = '018f0000-0000-7000-8000-000000000000'
  const refusals: [Record<string, unknown>, string][] = [
    [{ ...base, audience_name: ' ', definition }, 'audience_name'],
    [{ ...base, audience_name: 'MINE', definition }, 'audience_name'],
    [{ ...base, audience_name: 'x'.repeat(101), definition }, 'audience_name'],
    [{ ...base, definition: definitionOf({}) }, at],
    [{ ...base, definition: definitionOf({ include: Array.from({ length: 11 }, () => inIllinois) }) }, at],
    [asking({ kind: 'trait', trait: 'state', values: ['Illinois'] }), `${at}.0.values.0`],
    [asking({ kind: 'trait', trait: 'zip', values: ['60601', '606'] }), `${at}.0.values.1`],
    [asking({ kind: 'trait', trait: 'age', values: ['17'] }), `${at}.0.values.0`],
    [asking({ kind: 'trait', trait: 'company', values: ['no domain'] }), `${at}.0.values.0`],
    [asking({ kind: 'trait', trait: 'city', values: [] }), `${at}.0.values`],
    [asking({ kind: 'trait', trait: 'city', values: Array.from({ length: 201 }, String) }), `${at}.0.values`],
    [asking({ kind: 'visited', page: '', least: 0, within_days: 30 }), `${at}.0.least`],
    [asking({ kind: 'visited', page: '', least: 1, within_days: 366 }), `${at}.0.within_days`],
    [asking({ kind: 'visited', page: 'x'.repeat(201), least: 1, within_days: 30 }), `${at}.0.page`],
    [asking({ kind: 'lead', organization_id, within_days: 30 }), `${at}.0.organization_id`],
  ]
  const before = await listNames(acme.owner, acme.id)
  for (const [body, field] of refusals) {
    const answer = await save(acme.owner, body)
    expect([field, answer.status, answer.body.field]).toEqual([field, 422, field])
  }
  const change = { ...base, audience_id: ownId, definition }
  expect((await save(acme.owner, { ...change, companyID: acme.clients[1]!.id })).status).toBe(404)
  expect((await save(brightside.owner, change)).status).toBe(404)
  expect((await remove(brightside.owner, ownId)).status).toBe(404)
  expect((await save(tree.root.system, change)).status).toBe(403)
  // OQ-12: a client whose agency does not allow changes.
  expect((await save(client.user, change)).status).toBe(403)
  expect((await remove(client.user, ownId)).status).toBe(403)
  expect(await listNames(acme.owner, acme.id)).toEqual(before)
})

test('campaigns include or exclude audiences of their own client, which cannot be removed while in use', async () => {
  const { acme } = tree
  const [client, second] = acme.clients
  const make = async (companyID: string, audience_name: string) =>
    (await save(acme.owner, { companyID, audience_name, definition })).body.data.audience_id
  const [take, leave, theirs] = [
    await make(client!.id, 'Take'),
    await make(client!.id, 'Leave'),
    await make(second!.id, 'Theirs'),
  ]
  const fields = {
    companyID: client!.id,
    leadspeekType: 'local',
    campaignName: 'Uses',
    urlCode: 'https://uses.example/',
  }
  const create = (use: object) => http.as(acme.owner).call(createCampaign, { body: { ...fields, ...use } })
  for (const [use, field] of [
    [{ include_audiences: [theirs] }, 'include_audiences'],
    [{ exclude_audiences: [theirs] }, 'exclude_audiences'],
    [{ include_audiences: [take], exclude_audiences: [take] }, 'exclude_audiences'],
    [{ include_audiences: Array.from({ length: 11 }, () => take) }, 'include_audiences'],
  ] as const)
    expect(await create(use)).toMatchObject({ status: 422, body: { field } })
  const campaign = (await create({ include_audiences: [take], exclude_audiences: [leave] })).body.data
  expect(campaign).toMatchObject({ include_audiences: [take], exclude_audiences: [leave] })
  const uses = async (id: string) => (await http.as(acme.owner).call(getAudience, { params: { id } })).body.data.uses
  const usage = { leadspeek_api_id: campaign.leadspeek_api_id, campaignName: 'Uses' }
  expect([await uses(take), await uses(leave)]).toEqual([
    [{ ...usage, use: 'include' }],
    [{ ...usage, use: 'exclude' }],
  ])
  expect((await remove(acme.owner, take)).status).toBe(409)
  const change = (body: object) =>
    http.as(acme.owner).call(updateLocalCampaign, { body: { leadspeek_api_id: campaign.leadspeek_api_id, ...body } })
  // A change that does not send them leaves them unchanged.
  expect((await change({ campaignName: 'Uses on' })).body.data).toMatchObject({ include_audiences: [take] })
  expect((await change({ include_audiences: [] })).status).toBe(200)
  expect((await remove(acme.owner, take)).status).toBe(200)
  await db.adminPool.query('update campaign set removed_at = now() where id = $1', [campaign.leadspeek_api_id])
  expect((await http.as(acme.owner).call(getCampaign, { params: { id: campaign.leadspeek_api_id } })).status).toBe(404)
  expect(await remove(acme.owner, leave)).toMatchObject({ status: 200, body: { message: 'Deleted!' } })
})

test('an organization that an audience uses cannot be removed', async () => {
  const { acme } = tree
  const client = acme.clients[1]!
  const organization = await http
    .as(acme.owner)
    .call(saveOrganization, { body: { companyID: client.id, organizationName: 'Named' } })
  const id = organization.body.data.clientOrganizationID
  const drop = () => http.as(acme.owner).call(removeOrganization, { params: { id } })
  const condition: Condition = { kind: 'lead', organization_id: id, within_days: 90 }
  const audience = { companyID: client.id, audience_name: 'Fed', definition: definitionOf({ exclude: [condition] }) }
  const savedAudience = (await save(acme.owner, audience)).body.data
  expect((await drop()).status).toBe(409)
  expect((await remove(acme.owner, savedAudience.audience_id)).status).toBe(200)
  expect((await drop()).status).toBe(200)
})
