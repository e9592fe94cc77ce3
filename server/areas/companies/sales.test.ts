import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { listRoots, listSales, setSales } from '#contract/companies/sales.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree()

const assign = (companyID: string, staff: Partial<Record<'salesRep' | 'salesAE' | 'salesRef', string>>) =>
  http.as(tree.root.system).call(setSales, { body: { companyID, ...staff } })
const acme = async () =>
  (
    await http.as(tree.root.system).call(listCompanies, { params: { companyID: tree.root.id, type: 'agency' } })
  ).body.data.find(({ company_id }) => company_id === tree.acme.id)!

describe('sales staff', () => {
  test('are the operator’s representatives and executives by name, visible only to the operator', async () => {
    const { body } = await http.as(tree.root.system).call(listSales, { params: { companyID: tree.root.id } })
    expect(body.params).toEqual([
      { id: tree.root.executive.id, name: 'ae', kind: 'accountExecutive' },
      { id: tree.root.salesRep.id, name: 'rep', kind: 'salesRep' },
    ])
    expect((await http.as(tree.acme.owner).call(listSales, { params: { companyID: tree.acme.id } })).status).toBe(403)
  })

  test('are searched by name and address and paged, even with 2,000 of them', async () => {
    await db.adminPool.query(
      `insert into app_user (id, company_id, root_id, kind, full_name, email, created_at)
       select gen_random_uuid(), $1, $1, 'salesRep', 'Seller ' || n, 'seller' || n || '@leadloom.test', now()
       from generate_series(1, 2000) n`,
      [tree.root.id],
    )
    const find = async (search: string, query = {}) =>
      (
        await http.as(tree.root.system).call(listSales, {
          params: { companyID: tree.root.id },
          query: { search, ...query },
        })
      ).body
    const all = await find('all', { PerPage: 20 })
    expect([all.params.length, all.total]).toEqual([20, 2002])
    expect((await find('Seller 1999')).params.map(({ name }) => name)).toEqual(['Seller 1999'])
    expect((await find('seller77@')).params.map(({ name }) => name)).toEqual(['Seller 77'])
    expect((await find('all', { Page: 2002, PerPage: 1 })).params.map(({ name }) => name)).toEqual(['rep'])
    await db.adminPool.query(`delete from app_user where email like 'seller%'`)
  })

  test('are assigned to an agency, shown in its row, and unassigned again', async () => {
    const { salesRep, executive } = tree.root
    const answer = await assign(tree.acme.id, { salesRep: salesRep.id, salesAE: executive.id })
    expect([answer.status, answer.body.message]).toEqual([200, 'Setting has been saved.'])
    expect(await acme()).toMatchObject({ salesrep: 'rep', accountexecutive: 'ae', accountrefid: null })
    await assign(tree.acme.id, { salesAE: executive.id })
    expect(await acme()).toMatchObject({ salesrepid: null, accountexecutiveid: executive.id })
  })

  test('are not assigned over someone else’s change, which can be overwritten', async () => {
    const { salesRep, executive, admin, system } = tree.root
    const versionOf = async () =>
      (await http.as(system).call(getCompany, { params: { id: tree.acme.id } })).body.data.sales_version
    const save = (user: TestUser, version: string | undefined, staff: object) =>
      http.as(user).call(setSales, { body: { companyID: tree.acme.id, version, ...staff } })
    await assign(tree.acme.id, { salesRep: salesRep.id })
    const version = await versionOf()
    expect((await save(system, version, { salesRep: salesRep.id, salesAE: executive.id })).status).toBe(200)
    const refusal = await save(admin, version, { salesRep: salesRep.id })
    expect([refusal.status, refusal.body.change]).toMatchObject([
      409,
      { changed_by: ['root'], changed_fields: ['salesAE'] },
    ])
    expect(await acme()).toMatchObject({ accountexecutiveid: executive.id })
    expect((await save(admin, String(refusal.body.change!.current), {})).status).toBe(200)
    const current = await versionOf()
    const atOnce = await Promise.all(
      [system, admin].map((user, at) =>
        save(user, current, at === 0 ? { salesRep: salesRep.id } : { salesAE: executive.id }),
      ),
    )
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('cannot be owners, administrators or people of other operators, who are rejected by field', async () => {
    for (const user of [tree.acme.owner, tree.root.admin, tree.other.system]) {
      const { status, body } = await assign(tree.acme.id, { salesRef: user.id })
      expect([status, body]).toEqual([422, expect.objectContaining({ field: 'salesRef' })])
    }
    expect((await assign(tree.acme.clients[0]!.id, {})).status).toBe(422)
    expect((await assign(tree.other.agency.id, {})).status).toBe(404)
  })

  test('cannot be assigned while they are being removed', async () => {
    const { salesRep } = tree.root
    const removing = await db.adminPool.connect()
    try {
      await removing.query('begin')
      await removing.query(`update app_user set status = 'disabled', removed_at = now() where id = $1`, [salesRep.id])
      const answer = assign(tree.acme.id, { salesRep: salesRep.id })
      await Promise.race([answer, sleep(500)])
      await removing.query('commit')
      const { status, body } = await answer
      expect([status, body]).toEqual([422, expect.objectContaining({ field: 'salesRep' })])
    } finally {
      removing.release()
      await db.adminPool.query(`update app_user set status = 'active', removed_at = null where id = $1`, [salesRep.id])
    }
  })

  test('are listed per operator: a user sees only their own operator', async () => {
    const { body } = await http.as(tree.root.system).call(listRoots, {})
    expect(body.data).toEqual([{ id: tree.root.id, name: 'Leadloom' }])
  })
})
