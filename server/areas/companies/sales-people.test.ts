import { beforeEach, describe, expect, test } from 'vitest'
import { setNewPassword } from '#contract/sign-in/password.ts'
import { login } from '#contract/sign-in/session.ts'
import { readMe } from '#contract/people/user.ts'
import { listSales, setSales } from '#contract/companies/sales.ts'
import { createUser, removeUser, resendInvitation, updateUser } from '#contract/companies/users.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openWorld } from '#server/test/world.ts'

const hour_ms = 3_600_000
const newpassword = 'a lamp beside the sea'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
beforeEach(() => {
  clock.advance(2 * hour_ms)
  for (const user of [tree.root.system, tree.root.admin, tree.acme.owner]) http.forget(user)
})

const invite = (by: TestUser, ClientEmail: string, more = {}) =>
  http.as(by).call(createUser, {
    body: { companyID: by.companyId, userType: 'sales', ClientFullName: 'Sal Ember', ClientEmail, ...more },
  })
const list = async (by: TestUser, params: Record<string, string> = {}, query = {}) =>
  (await http.as(by).call(listCompanies, { params: { companyID: tree.root.id, type: 'sales', ...params }, query })).body
const update = (ClientID: string, more = {}) =>
  http.as(tree.root.system).call(updateUser, {
    body: { companyID: tree.root.id, userType: 'sales', ClientID, ClientFullName: 'Sal Ember', ...more },
  })
const assign = (companyID: string, more: { salesRep?: string; salesAE?: string; salesRef?: string }) =>
  http.as(tree.root.system).call(setSales, { body: { companyID, ...more } })
const tokenTo = async (email: string): Promise<string> => {
  await runJobs(db, http.platform)
  const { text } = mailbox.messages().find((message) => message.to.includes(email))!
  return new URL(/http:\S+/.exec(text)![0]).pathname.split('/').at(-1)!
}

describe('sales staff (R005, R036)', () => {
  test('are invited for 72 hours, choose a password and sign in with the role in the invitation', async () => {
    const { status, body } = await invite(tree.root.system, 'sal@leadloom.test', { isAccExecutive: 'T' })
    expect([status, Date.parse(body.data.invited_until!)]).toEqual([200, clock.now() + 72 * hour_ms])
    expect((await list(tree.root.system, { search: 'sal@' })).data).toMatchObject([
      {
        id: body.data.id,
        name: 'Sal Ember',
        user_type: 'sales',
        status: 'invited',
        sales: { isAccExecutive: 'T', accountconnected: '', agencies: 0, invitation_expired: 'F' },
      },
    ])
    const token = await tokenTo('sal@leadloom.test')
    await http.anonymous('localhost').call(setNewPassword, { body: { token, email: 'sal@leadloom.test', newpassword } })
    const signedIn = await http
      .anonymous('localhost')
      .call(login, { body: { username: 'sal@leadloom.test', password: newpassword } })
    expect(signedIn.status).toBe(200)
    expect((await list(tree.root.system, { search: 'sal@' })).data).toMatchObject([{ status: 'active' }])
  })

  test('are listed with search, order, pages and their number of agencies in any role (R190)', async () => {
    const { salesRep, executive } = tree.root
    await assign(tree.acme.id, { salesRep: salesRep.id, salesAE: executive.id, salesRef: salesRep.id })
    await assign(tree.brightside.id, { salesRef: salesRep.id })
    const page = await list(tree.root.admin, { search: 'leadloom', sort: 'email', order: 'desc' })
    expect(page.data.map((row) => [row.email, row.sales?.agencies])).toEqual([
      ['sal@leadloom.test', 0],
      ['rep@leadloom.test', 2],
      ['ae@leadloom.test', 1],
    ])
    const second = await list(tree.root.system, {}, { Page: 2, PerPage: 2 })
    expect([second.total, second.data.length]).toEqual([3, 1])
    expect((await list(tree.root.system, { search: 'nobody' })).total).toBe(0)
  })

  test('are renamed and change roles, and keep their assignments', async () => {
    const { salesRep } = tree.root
    expect((await update(salesRep.id, { ClientFullName: 'Remy', isAccExecutive: 'T' })).status).toBe(200)
    expect((await http.as(salesRep).call(readMe)).body.data).toMatchObject({ name: 'Remy', isAccExecutive: 'T' })
    expect((await list(tree.root.system, { search: 'remy' })).data[0]!.sales).toMatchObject({
      isAccExecutive: 'T',
      agencies: 2,
    })
    expect((await update(salesRep.id, { isAccExecutive: 'F' })).status).toBe(200)
    expect((await http.as(salesRep).call(readMe)).body.data.isAccExecutive).toBe('F')
  })

  test('are invited again until they have accepted', async () => {
    const { body } = await invite(tree.root.system, 'late@leadloom.test')
    const again = () =>
      http.as(tree.root.system).call(resendInvitation, { body: { companyID: tree.root.id, ClientID: body.data.id } })
    const first = await tokenTo('late@leadloom.test')
    clock.advance(1)
    expect((await again()).status).toBe(200)
    const token = await tokenTo('late@leadloom.test')
    expect(token).not.toBe(first)
    await http
      .anonymous('localhost')
      .call(setNewPassword, { body: { token, email: 'late@leadloom.test', newpassword } })
    expect((await again()).status).toBe(409)
  })

  test('who are removed lose their agencies and leave all lists, and return when they are invited again', async () => {
    const { body } = await invite(tree.root.system, 'gone@leadloom.test')
    await assign(tree.acme.id, { salesRep: body.data.id, salesAE: tree.root.executive.id })
    const remove = () =>
      http.as(tree.root.system).call(removeUser, { params: { companyID: tree.root.id, userID: body.data.id } })
    expect((await remove()).status).toBe(200)
    const acme = (await http.as(tree.root.system).call(getCompany, { params: { id: tree.acme.id } })).body.data
    expect([acme.salesrepid, acme.accountexecutiveid]).toEqual([null, tree.root.executive.id])
    expect((await list(tree.root.system, { search: 'gone' })).total).toBe(0)
    const salesList = await http.as(tree.root.system).call(listSales, { params: { companyID: tree.root.id } })
    expect(salesList.body.params.map(({ id }) => id)).not.toContain(body.data.id)
    expect((await remove()).status).toBe(404)
    const back = await invite(tree.root.system, 'gone@leadloom.test', { isAccExecutive: 'T' })
    expect(back.body.data.id).toBe(body.data.id)
    expect((await list(tree.root.system, { search: 'gone' })).data[0]!.sales).toMatchObject({
      isAccExecutive: 'T',
      agencies: 0,
    })
  })
})

describe('an invitation is rejected', () => {
  test.each([
    ['ClientEmail', { ClientEmail: 'rep@leadloom.test' }],
    ['ClientEmail', { ClientEmail: 'nobody' }],
    ['ClientFullName', { ClientFullName: '' }],
    ['ClientFullName', { ClientFullName: 'x'.repeat(300) }],
    ['isAccExecutive', { isAccExecutive: 'yes' }],
    ['ClientRole', { ClientRole: '01a1f8d3-ea00-7c75-b0cb-dc9738b78820' }],
    ['idsys', { idsys: '01a1f8d3-ea00-7c75-b0cb-dc9738b78820' }],
  ])('for its %s: %o', async (field, more) => {
    const { status, body } = await invite(tree.root.system, `new${clock.now()}@leadloom.test`, more)
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(field)])
  })

  test('for sales staff of an agency, and so is changing an administrator as sales staff', async () => {
    const { status, body } = await invite(tree.acme.owner, 'sales@acme.test')
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('"companyID"')])
    expect((await update(tree.root.admin.id)).status).toBe(422)
    expect(await list(tree.root.system, { companyID: tree.acme.id })).toMatchObject({ field: 'companyID' })
  })
})
