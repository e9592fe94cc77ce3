import { describe, expect, test } from 'vitest'
import { everyPermission } from '#contract/people/menu-flags.ts'
import { listRoles, removeRole, saveRole } from '#contract/people/roles.ts'
import { readMe } from '#contract/people/user.ts'
import { permissionMenus, permissionFlags } from '#contract/core/access.ts'
import type { Operation } from '#contract/core/operation.ts'
import { updateUser } from '#contract/companies/users.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { listCompanyGroups } from '#contract/companies/groups.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { routes } from '#server/routes.ts'
import { inputOf } from '#server/test/access/example-of.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { wireRoleModule, type WireRoleModule } from '#server/test/role-module.ts'

const clock = createStillClock(Date.now())
const { db, http, tree } = await openTree({ clock, limiter: noLimits })

const only = (...permissions: string[]): WireRoleModule =>
  wireRoleModule(Object.fromEntries(permissions.map((one) => [one, true])))

const save = (user: TestUser, roleName: string, rolemodule: WireRoleModule, roleID = '') =>
  http.as(user).call(saveRole, { body: { companyID: user.companyId, roleID, roleName, rolemodule } })
const list = async (user: TestUser, companyID = user.companyId, more = {}) =>
  http.as(user).call(listRoles, { params: { type: 'getrolemodule', companyID, ...more } })
const remove = (user: TestUser, roleID: string) =>
  http.as(user).call(removeRole, { params: { companyID: user.companyId, roleID } })
const makeRole = async (user: TestUser, name: string, ...permissions: string[]): Promise<string> => {
  const { status, body } = await save(user, name, only(...permissions))
  expect(status).toBe(200)
  return body.data.roleID
}
/** As the owner: assigns somebody a role, or custom permissions. */
const give = async (user: TestUser, roleID: string, own?: WireRoleModule): Promise<void> => {
  const rights = own ? { permission_active: 'T', user_permissions: own } : { permission_active: 'F' }
  const body = {
    userType: 'administrator' as const,
    companyID: user.companyId,
    ClientID: user.id,
    ClientFullName: 'Somebody',
    ClientRole: roleID,
    ...rights,
  }
  expect((await http.as(tree.acme.owner).call(updateUser, { body })).status).toBe(200)
}

describe('a company’s roles', () => {
  test('can be added, listed by name, edited, and removed', async () => {
    const { owner } = tree.brightside
    const writers = await makeRole(owner, 'Writers', 'ads.enable', 'ads.create')
    await makeRole(owner, 'accountants', 'settings.enable')
    const { body } = await list(owner)
    expect(body.data.map((role) => role.roleName)).toEqual(['accountants', 'Writers'])
    expect(body.data[1]).toEqual({
      roleID: writers,
      roleName: 'Writers',
      roleIcon: null,
      rolemodule: only('ads.enable', 'ads.create'),
      members: 0,
      version: expect.any(String),
    })
    const answer = await save(owner, 'Painters', only('ads.enable', 'ads.update'), writers)
    expect([answer.status, answer.body.message]).toEqual([200, 'Data has been updated successfully'])
    const one = await list(owner, owner.companyId, { roleID: writers })
    expect(one.body.data).toMatchObject([{ roleName: 'Painters', rolemodule: only('ads.enable', 'ads.update') }])
    expect((await remove(owner, writers)).body).toEqual({ result: 'success', message: 'Deleted!' })
    expect((await list(owner, owner.companyId, { roleID: writers })).status).toBe(404)
  })

  test('are logged with flags before and after; an assignment is logged without the person’s name', async () => {
    const { owner, admin } = tree.acme
    const id = await makeRole(owner, 'Logged', 'ads.enable')
    await save(owner, 'Logged anew', only('ads.enable', 'settings.enable'), id)
    await give(admin, id)
    await give(admin, 'F')
    await remove(owner, id)
    const { rows } = await db.adminPool.query<Record<string, unknown>>(
      "select action, target_name, before, after from activity where action like 'team.%' and actor_id = $1 order by seq",
      [owner.id],
    )
    const of = (action: string) => rows.findLast((row) => row['action'] === action)
    expect(of('team.roleAdded')).toMatchObject({ target_name: 'Logged', after: { flags: 'ads.enable' } })
    expect(of('team.roleChanged')).toMatchObject({
      before: { name: 'Logged', flags: 'ads.enable' },
      after: { name: 'Logged anew', flags: 'ads.enable settings.enable' },
    })
    expect(of('team.administratorChanged')).toMatchObject({ target_name: null, after: { role: 'F' } })
    expect(of('team.roleRemoved')).toMatchObject({ target_name: 'Logged anew' })
  })

  test('include the minimum spend setting, all 0 while none is set (R150, R259)', async () => {
    expect((await list(tree.acme.owner)).body).toMatchObject({
      minspend_setting: { status: 0, first_month: 0, second_month: 0, monthly: 0 },
    })
  })

  test('have unique names, regardless of case', async () => {
    const { owner } = tree.acme
    const id = await makeRole(owner, 'Sellers')
    const twice = await save(owner, 'sellers', only())
    expect([twice.status, twice.body.field]).toEqual([422, 'roleName'])
    expect((await save(owner, 'SELLERS', only(), id)).status).toBe(200)
    await makeRole(tree.brightside.owner, 'Sellers')
  })

  test('with one name created twice at the same moment are one; the second caller gets an error', async () => {
    const { owner } = tree.brightside
    const answers = await Promise.all(Array.from({ length: 4 }, () => save(owner, 'Twins', only())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.roleID)
    const idsListed = (await list(owner)).body.data
      .filter((role) => role.roleName === 'Twins')
      .map((role) => role.roleID)
    expect(idsListed).toEqual(ids)
  })

  test('are private to it: others’ look absent', async () => {
    const id = await makeRole(tree.brightside.owner, 'Secret')
    expect((await save(tree.acme.owner, 'Mine', only(), id)).status).toBe(404)
    expect((await remove(tree.acme.owner, id)).status).toBe(404)
    expect((await list(tree.acme.owner, tree.brightside.id)).status).toBe(404)
    expect((await list(tree.acme.owner, tree.acme.id, { roleID: id })).status).toBe(404)
    expect((await list(tree.acme.owner, tree.acme.id, { usrID: tree.brightside.admin.id })).status).toBe(404)
    expect((await remove(tree.acme.owner, newId(Date.now()))).status).toBe(404)
  })

  test('cannot be removed while somebody has them', async () => {
    const id = await makeRole(tree.acme.owner, 'Held', 'leads.enable')
    await give(tree.acme.bareAdmin, id)
    const refusal = await remove(tree.acme.owner, id)
    expect([refusal.status, refusal.body.code]).toEqual([409, 'conflict'])
    expect((await list(tree.acme.owner, tree.acme.id, { roleID: id })).body.data[0]!.members).toBe(1)
    await give(tree.acme.bareAdmin, 'F')
    expect((await remove(tree.acme.owner, id)).status).toBe(200)
  })

  test('R147: can be edited by administrators as far as their settings menu allows', async () => {
    const { owner, bareAdmin } = tree.acme
    const mayNothing = await makeRole(owner, 'May nothing')
    for (const [flag, outcome] of [
      ['enable', { add: 403, change: 403, remove: 403 }],
      ['create', { add: 200, change: 403, remove: 403 }],
      ['update', { add: 403, change: 200, remove: 403 }],
      ['delete', { add: 403, change: 403, remove: 200 }],
    ] as const) {
      await give(bareAdmin, 'F', only('settings.enable', `settings.${flag}`))
      const add = (await save(bareAdmin, `Added with ${flag}`, only())).status
      const change = (await save(bareAdmin, `Changed with ${flag}`, only(), mayNothing)).status
      const removal = (await remove(bareAdmin, mayNothing)).status
      expect([flag, { add, change, remove: removal }]).toEqual([flag, outcome])
    }
  })

  test('cannot grant more than the caller has, to a role or to themselves', async () => {
    const { owner, bareAdmin } = tree.acme
    const roleId = await makeRole(owner, 'Clerks', 'settings.enable', 'settings.create', 'settings.update')
    await give(bareAdmin, roleId)
    const wider = await save(bareAdmin, 'Wider', only('settings.enable', 'settings.delete'))
    expect([wider.status, wider.body.field]).toEqual([422, 'rolemodule'])
    const refusal = await save(bareAdmin, 'Clerks', only('settings.enable'), roleId)
    expect([refusal.status, refusal.body.field]).toEqual([422, 'roleID'])
    expect((await save(bareAdmin, 'Equal', only('settings.enable', 'settings.update'))).status).toBe(200)
    // Nor can anyone reduce the rights of people with more, by narrowing their role.
    const above = await makeRole(owner, 'Above', 'settings.enable', 'settings.update', 'settings.delete')
    const narrowing = await save(bareAdmin, 'Above', only('settings.enable'), above)
    expect([narrowing.status, narrowing.body.message]).toEqual([
      403,
      'This role allows more than your own. Ask the owner.',
    ])
    expect((await list(owner, owner.companyId, { roleID: above })).body.data[0]!.rolemodule.Settings).toMatchObject({
      delete: 'T',
    })
  })

  test.each([
    ['roleName', { roleName: '' }],
    ['roleName', { roleName: 'x'.repeat(101) }],
    ['rolemodule', { rolemodule: {} }],
    ['rolemodule', { rolemodule: { ...wireRoleModule({}), Billing: { enable: 'T' } } }],
    ['roleID', { roleID: 'F' }],
  ])('with an invalid %s are rejected by field', async (field, wrong) => {
    const { owner } = tree.acme
    const body = { companyID: owner.companyId, roleName: 'Right', rolemodule: only(), ...wrong }
    const answer = await http.as(owner).call(saveRole, { body })
    expect([answer.status, answer.body.field?.split('.')[0]]).toEqual([422, field])
  })
})

describe('a person’s effective permissions', () => {
  test('R143, R146: are the role’s, or the person’s own while those are active', async () => {
    const { owner, bareAdmin } = tree.acme
    const role = await makeRole(owner, 'Leads only', 'leads.enable')
    await give(bareAdmin, role)
    const readMyself = async () => (await http.as(bareAdmin).call(readMe)).body.data
    expect(await readMyself()).toMatchObject({
      role_id: role,
      permission_active: 'F',
      user_permissions: { LeadsPeek: { enable: 'T', create: 'F' }, Campaign: { enable: 'F' } },
    })
    await give(bareAdmin, role, only('campaign.enable', 'campaign.update'))
    const me = await readMyself()
    expect(me.permission_active).toBe('T')
    const flags = { enable: 'T', create: 'F', update: 'T', delete: 'F' }
    expect(me.user_permissions).toMatchObject({ Campaign: flags, LeadsPeek: { enable: 'F' }, report_analytics: 'F' })
    const rolesShown = await list(owner, owner.companyId, { usrID: bareAdmin.id })
    expect(rolesShown.body.user).toMatchObject({ roleID: role, permission_active: 'T' })
  })

  test('R144: F is full access within their own company', async () => {
    await give(tree.acme.bareAdmin, 'F')
    const { data } = (await http.as(tree.acme.bareAdmin).call(readMe)).body
    expect(data).toMatchObject({ role_id: 'F', user_permissions: { Settings: { delete: 'T' }, report_analytics: 'T' } })
  })

  test('follow a change to the role within five seconds, without signing in again', async () => {
    const { owner, bareAdmin } = tree.acme
    const role = await makeRole(owner, 'Changing', 'settings.enable', 'settings.create')
    await give(bareAdmin, role)
    expect((await save(bareAdmin, 'Before', only())).status).toBe(200)
    expect((await save(owner, 'Changing', only('settings.enable'), role)).status).toBe(200)
    clock.advance(5_000)
    expect((await save(bareAdmin, 'After', only())).status).toBe(403)
  })
})

test('R143: without permissions an administrator sees neither clients nor colleagues; a menu shows clients, settings colleagues', async () => {
  const { bareAdmin, clients } = tree.acme
  const companyID = tree.acme.id
  const statuses = async (): Promise<Record<string, number>> => {
    const as = http.as(bareAdmin)
    return {
      clients: (await as.call(listCompanies, { params: { companyID, type: 'client' } })).status,
      colleagues: (await as.call(listCompanies, { params: { companyID, type: 'administrator' } })).status,
      client: (await as.call(getCompany, { params: { id: clients[0]!.id } })).status,
      groups: (await as.call(listCompanyGroups, { query: { companyID } })).status,
      roles: (await as.call(listRoles, { params: { companyID } })).status,
    }
  }
  const [yes, no] = [200, 403]
  await give(bareAdmin, 'F', only())
  const none = { clients: no, colleagues: no, client: no, groups: no, roles: no }
  expect(await statuses()).toEqual(none)
  await give(bareAdmin, 'F', only('leads.enable'))
  expect(await statuses()).toEqual({ ...none, clients: yes, client: yes, groups: yes })
  await give(bareAdmin, 'F', only('settings.enable'))
  expect(Object.values(await statuses())).toEqual([yes, yes, yes, yes, yes])
})

test('a role that allows more than one’s own can be neither removed nor edited', async () => {
  const { owner, bareAdmin } = tree.acme
  const wide = await makeRole(owner, 'Wide', 'campaign.enable', 'campaign.delete')
  const narrow = await makeRole(owner, 'Narrow', 'settings.enable')
  await give(bareAdmin, 'F', only('settings.enable', 'settings.delete'))
  const refusal = await remove(bareAdmin, wide)
  expect([refusal.status, refusal.body.message]).toEqual([403, 'This role allows more than your own. Ask the owner.'])
  expect((await db.adminPool.query('select from role where id = $1', [wide])).rowCount).toBe(1)
  expect((await remove(bareAdmin, narrow)).status).toBe(200)
})

test('R143: an administrator with exactly one permission may make only calls that require it or require none', async () => {
  const { bareAdmin, clients } = tree.acme
  const campaign = await makeCampaign(db, clients[0]!)
  const objects: Partial<Record<string, string>> = { user: bareAdmin.id, campaign: campaign.id }
  const objectOf = ({ object, access }: Operation): string | undefined => {
    if (object?.kind !== 'company') return objects[object?.kind ?? '']
    return access.administrator!.reach.includes('own') ? tree.acme.id : clients[0]!.id
  }
  const operations = routes
    .map(({ operation }) => operation)
    .filter(({ access, transport }) => access.administrator?.permission && transport !== 'stream')
  expect(operations.length).toBeGreaterThan(20)
  const mistakes: string[] = []
  for (const menu of permissionMenus) {
    for (const flag of permissionFlags) {
      const has = [`${menu}.enable`, `${menu}.${flag}`]
      await give(bareAdmin, 'F', only(...has))
      for (const operation of operations) {
        const isLet = has.includes(operation.access.administrator!.permission!)
        const answer = await http.as(bareAdmin).call(operation as Operation, inputOf(operation, objectOf(operation)))
        // For the caller's own id or a missing object the use case itself responds; that error is generic.
        const isRefused = answer.status === 403 && answer.body.message === 'You don’t have permission to do this.'
        const byUseCase = operation.name === 'saveRole' && isLet
        if (isRefused === isLet && !byUseCase) mistakes.push(`${operation.name} with ${has.join()}: ${answer.status}`)
      }
    }
  }
  expect(mistakes).toEqual([])
  expect(everyPermission).toHaveLength(16)
}, 180_000)
