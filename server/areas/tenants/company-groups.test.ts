import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccess } from '#contract/access/user.ts'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { listCompanies } from '#contract/tenants/companies.ts'
import { listCompanyGroups } from '#contract/tenants/groups.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeCampaign, makeTree, type TestTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
const [homes, health] = [newId(Date.now()), newId(Date.now())]
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  http = await createTestApp(db)
  const { acme } = tree
  for (const [id, name] of [
    [homes, 'Homes'],
    [health, 'Health'],
  ])
    await db.adminPool.query(
      `insert into company_group (id, company_id, root_id, agency_id, name, created_at) values ($1, $2, $3, $2, $4, now())`,
      [id, acme.id, tree.root.id, name],
    )
  await db.adminPool.query('update company set company_group_id = $1 where id = $2', [homes, acme.clients[0]!.id])
  await makeCampaign(db, acme.clients[0]!, { name: 'Pipes' })
  await makeCampaign(db, acme.clients[1]!, { name: 'Houses' })
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

test('R058: a company’s groups are listed by name for its people, and counted for the selector', async () => {
  const { acme, brightside } = tree
  const asked = { query: { companyID: acme.id, userModule: 'LeadsPeek' } }
  const { body } = await http.as(acme.admin).call(listCompanyGroups, asked)
  expect(body.data).toEqual([
    { companyGroupID: health, companyGroupName: 'Health', companyID: acme.id, moduleID: 'LeadsPeek' },
    { companyGroupID: homes, companyGroupName: 'Homes', companyID: acme.id, moduleID: 'LeadsPeek' },
  ])
  expect((await http.as(brightside.owner).call(listCompanyGroups, asked)).status).toBe(404)
  const counted = async (user: typeof acme.owner) =>
    (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data.company_groups
  expect([await counted(acme.owner), await counted(brightside.owner), await counted(acme.clients[0]!.user)]).toEqual([
    2, 0, 0,
  ])
})

test('R058: lists are narrowed to the clients of one group, with their totals', async () => {
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
