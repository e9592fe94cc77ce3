import { beforeAll, describe, expect, test } from 'vitest'
import { readAccess } from '#contract/people/user.ts'
import { getCampaign, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { removeUser, restoreCompany } from '#contract/companies/users.ts'
import {
  listCompanyGroups,
  maxGroups,
  placeInGroup,
  removeCompanyGroup,
  saveCompanyGroup,
} from '#contract/companies/groups.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, type TestTree } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const [homes, health] = [newId(Date.now()), newId(Date.now())]
const { db, http, tree } = await openTree()
beforeAll(async () => {
  const { acme } = tree
  for (const [id, name] of [
    [homes, 'Homes'],
    [health, 'Health'],
  ])
    await db.adminPool.query(
      `insert into company_group (id, company_id, root_id, agency_id, name, created_at) values ($1, $2, $3, $2, $4, now())`,
      [id, acme.id, tree.root.id, name],
    )
  await http.as(acme.owner).call(placeInGroup, { body: { companyID: acme.clients[0]!.id, companyGroupID: homes } })
  await makeCampaign(db, acme.clients[0]!, { name: 'Pipes' })
  await makeCampaign(db, acme.clients[1]!, { name: 'Houses', status: 'pause' })
})

test('R058: a company’s groups are listed by name for its people, and counted for the selector', async () => {
  const { acme, brightside } = tree
  const request = { query: { companyID: acme.id, userModule: 'LeadsPeek' } }
  const { body } = await http.as(acme.admin).call(listCompanyGroups, request)
  expect(body.data).toEqual([
    { companyGroupID: health, companyGroupName: 'Health', companyID: acme.id, moduleID: 'LeadsPeek', clients: 0 },
    { companyGroupID: homes, companyGroupName: 'Homes', companyID: acme.id, moduleID: 'LeadsPeek', clients: 1 },
  ])
  expect((await http.as(brightside.owner).call(listCompanyGroups, request)).status).toBe(404)
  const readCount = async (user: typeof acme.owner) =>
    (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data.company_groups
  expect([
    await readCount(acme.owner),
    await readCount(brightside.owner),
    await readCount(acme.clients[0]!.user),
  ]).toEqual([2, 0, 0])
})

test('R058: lists are filtered to the clients of one group, with their totals', async () => {
  const { acme } = tree
  const clientsIn = async (group: string) => {
    const params = { companyID: acme.id, type: 'client', group }
    const { body } = await http.as(acme.owner).call(listCompanies, { params })
    return [body.total, ...body.data.map(({ company_name: name }) => name)]
  }
  expect(await clientsIn('all')).toEqual([2, 'Harbor Realty', 'Plumbright'])
  expect(await clientsIn(homes)).toEqual([1, 'Plumbright'])
  expect(await clientsIn(health)).toEqual([0])
  const campaignsIn = async (group: string) => {
    const { body } = await http.as(acme.owner).call(listCampaigns, { params: { companyID: acme.id, group } })
    return [body.total, ...body.data.map(({ campaignName }) => campaignName)]
  }
  expect(await campaignsIn(homes)).toEqual([1, 'Pipes'])
  expect(await campaignsIn(health)).toEqual([0])
})

/** What an agency's people see: names with the number of clients in each. */
const groupsOf = async (agency: TestTree['acme']): Promise<string[]> => {
  const query = { companyID: agency.id, userModule: 'LeadsPeek' }
  const { body } = await http.as(agency.owner).call(listCompanyGroups, { query })
  return body.data.map(({ companyGroupName: name, clients }) => `${name} ${clients}`)
}
const save = (user: TestTree['acme']['owner'], companyID: string, companyGroupName: unknown, companyGroupID = '') =>
  http.as(user).call(saveCompanyGroup, { body: { companyID, companyGroupID, companyGroupName } })

test('C034: a group is created and renamed, and its name is unique within its agency', async () => {
  const { brightside, acme, root } = tree
  const answer = await save(brightside.owner, brightside.id, '  Roofers <b>& Sons</b> ')
  expect(answer).toMatchObject({ status: 200, body: { message: 'Data has been added successfully' } })
  expect(answer.body.data).toMatchObject({ companyGroupName: 'Roofers <b>& Sons</b>', clients: 0 })
  const { companyGroupID: id } = answer.body.data
  const again = await save(brightside.owner, brightside.id, 'ROOFERS <b>& sons</b>')
  expect(again).toMatchObject({ status: 422, body: { field: 'companyGroupName' } })
  expect((await save(brightside.owner, brightside.id, 'Roofers', id)).body.message).toBe(
    'Data has been updated successfully',
  )
  // Its own name in another case is not a duplicate; another agency's groups do not count.
  expect((await save(brightside.owner, brightside.id, 'ROOFERS', id)).status).toBe(200)
  expect((await save(root.system, acme.id, 'Roofers')).status).toBe(200)
  expect((await save(acme.owner, acme.id, 'Taken over', id)).status).toBe(404)
  expect((await save(acme.owner, brightside.id, 'Foreign')).status).toBe(404)
  expect(await groupsOf(brightside)).toEqual(['ROOFERS 0'])
})

test('C034: a name is required, short and on one line, and only agencies have groups', async () => {
  const { acme, root } = tree
  const before = await groupsOf(acme)
  for (const name of ['', '   ', 'two\nlines', 'x'.repeat(101), 7, null, '\0'])
    expect(await save(acme.owner, acme.id, name)).toMatchObject({ status: 422, body: { field: 'companyGroupName' } })
  const client = await save(root.system, acme.clients[0]!.id, 'Mine')
  expect(client).toMatchObject({ status: 422, body: { field: 'companyID' } })
  expect((await save(root.system, root.id, 'Mine')).status).toBe(403)
  expect(await groupsOf(acme)).toEqual(before)
})

describe('C035: a group of clients', () => {
  const place = (user: TestTree['acme']['owner'], companyID: string, companyGroupID: string) =>
    http.as(user).call(placeInGroup, { body: { companyID, companyGroupID } })
  const remove = (user: TestTree['acme']['owner'], id: string) =>
    http.as(user).call(removeCompanyGroup, { params: { id } })

  test('counts each of its clients once, while the client exists', async () => {
    const { acme } = tree
    const client = acme.clients[1]!
    for (const _again of [1, 2]) expect((await place(acme.owner, client.id, health)).status).toBe(200)
    expect(await groupsOf(acme)).toContain('Health 1')
    const owner = http.as(acme.owner)
    await owner.call(removeUser, { params: { companyID: client.id, userID: client.user.id } })
    expect(await groupsOf(acme)).toContain('Health 0')
    await owner.call(restoreCompany, { body: { companyID: client.id } })
    expect(await groupsOf(acme)).toContain('Health 1')
  })

  test('takes only clients of its own agency: others’ clients and groups are absent, and an agency is not a client', async () => {
    const { acme, brightside } = tree
    const client = acme.clients[1]!
    const foreign = (await save(brightside.owner, brightside.id, 'Elsewhere')).body.data.companyGroupID
    expect((await place(acme.owner, client.id, foreign)).status).toBe(404)
    expect((await place(brightside.owner, client.id, foreign)).status).toBe(404)
    expect((await place(tree.root.system, acme.id, health)).status).toBe(422)
    expect((await remove(brightside.owner, health)).status).toBe(404)
  })

  test('includes the campaigns of its clients, and releases both when it is removed', async () => {
    const { acme } = tree
    const client = acme.clients[1]!
    const campaign = await makeCampaign(db, client, { name: 'Sold', status: 'pause' })
    await place(acme.owner, client.id, health)
    const readGroup = async () =>
      (await http.as(acme.owner).call(getCampaign, { params: { id: campaign.id } })).body.data.companyGroupID
    expect(await readGroup()).toBe(health)
    const { body } = await http.as(acme.owner).call(listCompanies, {
      params: { companyID: acme.id, type: 'client', group: health },
    })
    expect(body.data).toMatchObject([{ company_id: client.id, companyGroupID: health, companyGroupName: 'Health' }])
    expect(await remove(acme.owner, health)).toMatchObject({ status: 200, body: { message: 'Deleted!' } })
    expect((await remove(acme.owner, health)).status).toBe(404)
    expect(await readGroup()).toBeNull()
  })
})

test('an agency has at most 200 groups', async () => {
  const { acme } = tree
  await db.adminPool.query(
    `insert into company_group (id, company_id, root_id, agency_id, name, created_at)
     select gen_random_uuid(), $1, $2, $1, 'Group ' || n, now() from generate_series(1, $3) n`,
    [acme.id, tree.root.id, maxGroups],
  )
  expect(await save(acme.owner, acme.id, 'One too many')).toMatchObject({ status: 409 })
})
