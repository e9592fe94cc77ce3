import { expect, test } from 'vitest'
import { saveUserLog } from '#contract/activity/user-log.ts'
import { readDomain } from '#contract/branding/domain.ts'
import { listRoles } from '#contract/people/roles.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { openTree } from '#server/test/open-tree.ts'

// What a front end written from the documents reads about rights and modules has to be true.

const { db, http, tree } = await openTree()
const modulesOf = (companyId: string, modules: readonly string[]): Promise<unknown> =>
  db.adminPool.query('update company set modules = $2 where id = $1', [companyId, modules])
const readsAccess = async (user: typeof tree.acme.owner) =>
  (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data

test('the role list takes the role F, and answers the rights that the user data shows', async () => {
  const { owner, admin } = tree.acme
  for (const user of [owner, admin, tree.root.system]) {
    const { role_id, permission_active, user_permissions } = (await http.as(user).call(readMe)).body.data
    const params = { companyID: user.companyId, roleID: role_id || 'all', usrID: user.id }
    const answer = await http.as(user).call(listRoles, { params })
    expect([user.kind, answer.status]).toEqual([user.kind, 200])
    expect(answer.body.user).toEqual({ id: user.id, roleID: role_id, permission_active, user_permissions })
  }
})

test('module names and urls are sent for modules that the person has', async () => {
  const client = tree.acme.clients[0]!
  await modulesOf(client.id, ['local'])
  const me = (await http.as(client.user).call(readMe)).body.data
  expect([me.leadlocalurl, me.leadlocatorurl, me.leadenhanceurl, me.leadb2burl]).toEqual(['siteid', '', '', ''])
  expect([me.leadlocalname, me.leadlocatorname]).toEqual(['Site ID', ''])
  const root = (await http.as(tree.root.system).call(readMe)).body.data
  expect([root.leadlocalurl, root.leadb2burl]).toEqual(['siteid', 'b2bid'])
})

test('menus and flags of the agency are the agency’s own, also for its clients', async () => {
  await modulesOf(tree.acme.id, ['local', 'locator'])
  await modulesOf(tree.acme.clients[1]!.id, ['local'])
  const { data } = (await http.anonymous().call(readDomain, { params: { type: 'subdomain', hostID: 'acme' } })).body
  expect([data.subdomain, data.domain]).toEqual(['acme', 'acme.localhost'])
  expect(data.sideMenus.map(({ module }) => module)).toEqual(['local', 'locator'])
  const flags = { local: 'T', locator: 'T', enhance: 'F', b2b: 'F' }
  expect(data.agencyMenus).toEqual(flags)
  const access = await readsAccess(tree.acme.clients[1]!.user)
  expect([access.clientsidebar, access.agencyFilteredModules]).toEqual([{ ...flags, locator: 'F' }, flags])
  expect((await readsAccess(tree.root.system)).agencyFilteredModules.b2b).toBe('T')
})

test('sales staff are system users of their own kind', async () => {
  for (const user of [tree.root.salesRep, tree.root.executive]) {
    const { systemuser, user_type, rootcomp } = (await http.as(user).call(readMe)).body.data
    expect({ systemuser, user_type, rootcomp }).toEqual({ systemuser: 'T', user_type: 'sales', rootcomp: 'T' })
  }
})

test('a log entry in somebody else’s name is refused', async () => {
  const { user } = tree.acme.clients[0]!
  const save = (userID?: string) => http.as(user).call(saveUserLog, { body: { action: 'Open report', userID } })
  const refusal = await save(tree.acme.owner.id)
  expect([refusal.status, refusal.body.field]).toEqual([422, 'userID'])
  expect([(await save(user.id)).status, (await save('')).status, (await save()).status]).toEqual([200, 200, 200])
})
