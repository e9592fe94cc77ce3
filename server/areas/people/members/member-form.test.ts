import { describe, expect, test } from 'vitest'
import { listCompanies } from '#contract/companies/companies.ts'
import { updateUser } from '#contract/companies/users.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { wirePermissions } from '#server/test/role-module.ts'

const { db, http, tree } = await openTree({ limiter: noLimits })

type Kind = 'administrator' | 'sales'

/** The version of a person's form, as returned by the list of people. */
async function versionOf(by: TestUser, kind: Kind, id: string): Promise<string> {
  const params = {
    companyID: by.companyId,
    idsys: 'all',
    type: kind,
    search: 'all',
    sort: 'all',
    order: 'all',
  } as const
  const { body } = await http
    .as(by)
    .call(listCompanies, { params: { ...params, groupCompanyID: 'all', module: 'all' } })
  const row = body.data.find((each) => each.id === id)!
  return (row.sales ?? row.administrator)!.version
}

const save = (by: TestUser, kind: Kind, person: TestUser, changes: { name: string; version?: string }) =>
  http.as(by).call(updateUser, {
    body: {
      userType: kind,
      companyID: by.companyId,
      ClientID: person.id,
      ClientFullName: changes.name,
      version: changes.version,
      ...(kind === 'administrator' && { ClientRole: 'F', user_permissions: wirePermissions({}) }),
    } as never,
  })

const nameOf = async (user: TestUser): Promise<string> =>
  (await db.adminPool.query<{ name: string }>('select full_name as name from app_user where id = $1', [user.id]))
    .rows[0]!.name

describe.each(['administrator', 'sales'] as const)('the %s form', (kind) => {
  const cast = (): [first: TestUser, second: TestUser, person: TestUser] =>
    kind === 'sales'
      ? [tree.root.admin, tree.root.system, tree.root.salesRep]
      : [tree.acme.admin, tree.acme.owner, tree.acme.bareAdmin]

  test('is not saved over somebody else’s change, says who changed which fields, and can be overwritten', async () => {
    const [first, second, person] = cast()
    const version = await versionOf(second, kind, person.id)
    expect((await save(first, kind, person, { name: 'First Name', version })).status).toBe(200)
    const refusal = await save(second, kind, person, { name: 'Second Name', version })
    expect([refusal.status, refusal.body.code]).toEqual([409, 'conflict'])
    expect(refusal.body.change).toMatchObject({
      changed_by: [await nameOf(first)],
      changed_fields: expect.arrayContaining(['ClientFullName']),
    })
    expect(await nameOf(person)).toBe('First Name')
    const current = String(refusal.body.change!.current)
    expect((await save(second, kind, person, { name: 'Second Name', version: current })).status).toBe(200)
    expect(await nameOf(person)).toBe('Second Name')
  })

  test('saved without a version, as documented, overwrites earlier changes', async () => {
    const [first, second, person] = cast()
    expect((await save(first, kind, person, { name: 'First Name' })).status).toBe(200)
    expect((await save(second, kind, person, { name: 'Last Name' })).status).toBe(200)
    expect(await nameOf(person)).toBe('Last Name')
  })
})
