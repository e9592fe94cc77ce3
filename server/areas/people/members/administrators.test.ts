import { beforeEach, describe, expect, test } from 'vitest'
import { setNewPassword, verifyResetToken } from '#contract/sign-in/password.ts'
import { saveRole } from '#contract/people/roles.ts'
import { login } from '#contract/sign-in/session.ts'
import { everyPermission } from '#contract/people/menu-flags.ts'
import { readMe } from '#contract/people/user.ts'
import { createUser, removeUser, resendInvitation, updateUser } from '#contract/companies/users.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import type { TestUser } from '#server/test/factories.ts'
import { createFactorDesk } from '#server/test/second-factor.ts'
import { openWorld } from '#server/test/world.ts'
import { wireRoleModule } from '#server/test/role-module.ts'

const hour_ms = 3_600_000
const newpassword = 'a lamp beside the sea'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
beforeEach(() => {
  // All rate limit windows start over, and sessions with them.
  clock.advance(2 * hour_ms)
  for (const user of [tree.acme.owner, tree.acme.admin, tree.acme.bareAdmin, tree.root.system]) http.forget(user)
})

const invite = (by: TestUser, ClientEmail: string, more = {}) =>
  http.as(by).call(createUser, {
    body: {
      companyID: by.companyId,
      userType: 'administrator',
      ClientFullName: 'Nova Lane',
      ClientEmail,
      ClientRole: 'F',
      ...more,
    },
  })
const mailTo = async (email: string): Promise<{ from: string; subject: string; url: URL; token: string }> => {
  await runJobs(db, http.platform)
  const { from, subject, text } = mailbox.messages().find((message) => message.to.includes(email))!
  const url = new URL(/http:\S+/.exec(text)![0])
  return { from, subject, url, token: url.pathname.split('/').at(-1)! }
}
const accept = (host: string, email: string, token: string) =>
  http.anonymous(host).call(setNewPassword, { body: { token, email, newpassword } })
const signIn = async (host: string, username: string, password = newpassword): Promise<number> =>
  (await http.anonymous(host).call(login, { body: { username, password } })).status
const list = async (by: TestUser, search = 'all') =>
  (await http.as(by).call(listCompanies, { params: { companyID: by.companyId, type: 'administrator', search } })).body
const update = (by: TestUser, ClientID: string, more = {}) =>
  http.as(by).call(updateUser, {
    body: {
      companyID: by.companyId,
      userType: 'administrator',
      ClientID,
      ClientFullName: 'Nova Lane',
      ClientRole: 'F',
      ...more,
    },
  })
const remove = (by: TestUser, userID: string, companyID = by.companyId) =>
  http.as(by).call(removeUser, { params: { companyID, userID } })

describe('an invitation', () => {
  test('is emailed in the agency’s name and lets the invitee set a password and then sign in', async () => {
    const { owner } = tree.acme
    const { status, body } = await invite(owner, 'nova@acme.test')
    expect([status, body.message]).toEqual([200, 'Data has been added successfully'])
    expect(Date.parse(body.data.invited_until!)).toBe(clock.now() + 72 * hour_ms)
    expect(await signIn('acme.localhost', 'nova@acme.test', '')).toBe(422)
    expect(await signIn('acme.localhost', 'nova@acme.test', 'anything at all')).toBe(401)
    const mail = await mailTo('nova@acme.test')
    expect([mail.from.includes('Acme'), mail.subject, mail.url.hostname]).toEqual([
      true,
      expect.stringMatching(/^.+ \(Acme.*\) invited you to work for Acme/),
      'acme.localhost',
    ])
    expect((await list(owner, 'nova')).data).toMatchObject([
      { status: 'invited', email: 'nova@acme.test', name: 'Nova Lane' },
    ])
    expect((await accept('acme.localhost', 'nova@acme.test', mail.token)).status).toBe(200)
    expect(await signIn('acme.localhost', 'nova@acme.test')).toBe(200)
    expect((await list(owner, 'nova')).data).toMatchObject([
      { status: 'active', administrator: { invited_until: null } },
    ])
    expect((await accept('acme.localhost', 'nova@acme.test', mail.token)).status).toBe(409)
  })

  test('is valid for 72 hours, and only on the agency’s host', async () => {
    await invite(tree.acme.owner, 'slow@acme.test')
    const { token } = await mailTo('slow@acme.test')
    const verify = async (host: string): Promise<unknown> =>
      (await http.anonymous(host).call(verifyResetToken, { body: { token, email: 'slow@acme.test' } })).body
    clock.advance(72 * hour_ms - 1)
    expect(await verify('acme.localhost')).toMatchObject({ valid: true, reason: null })
    expect(await verify('brightside.localhost')).toMatchObject({ valid: false, reason: 'invalid' })
    http.forget(tree.acme.owner)
    const isExpired = async () => (await list(tree.acme.owner, 'slow')).data[0]!.administrator!.invitation_expired
    expect(await isExpired()).toBe('F')
    clock.advance(1)
    expect(await isExpired()).toBe('T')
    expect(await verify('acme.localhost')).toMatchObject({ valid: false, reason: 'expired' })
    expect((await accept('acme.localhost', 'slow@acme.test', token)).status).toBe(409)
  })

  test('can be resent: the previous link stops working, and the 72 hours start over', async () => {
    const { owner } = tree.acme
    const { id } = (await invite(owner, 'again@acme.test')).body.data
    const first = await mailTo('again@acme.test')
    clock.advance(80 * hour_ms)
    http.forget(owner)
    const resend = () => http.as(owner).call(resendInvitation, { body: { companyID: owner.companyId, ClientID: id } })
    const answer = await resend()
    expect([answer.status, Date.parse(answer.body.data.invited_until)]).toEqual([200, clock.now() + 72 * hour_ms])
    const second = await mailTo('again@acme.test')
    expect(second.token).not.toBe(first.token)
    expect((await accept('acme.localhost', 'again@acme.test', first.token)).status).toBe(409)
    expect((await accept('acme.localhost', 'again@acme.test', second.token)).status).toBe(200)
    const late = await resend()
    expect([late.status, late.body.message]).toEqual([409, 'This invitation was accepted already.'])
  })

  test('is rejected for an address with an account that the caller can see', async () => {
    for (const email of [tree.acme.admin.email, tree.acme.clients[0]!.user.email]) {
      const { status, body } = await invite(tree.acme.owner, email)
      expect([status, body.field]).toEqual([422, 'ClientEmail'])
    }
    expect((await invite(tree.other.system, tree.acme.admin.email)).status).toBe(200)
  })

  test('is limited to 20 an hour per company, first and repeated ones together', async () => {
    const { owner } = tree.brightside
    const { id } = (await invite(owner, 'many@brightside.test')).body.data
    const resend = async () =>
      http.as(owner).call(resendInvitation, { body: { companyID: owner.companyId, ClientID: id } })
    const statuses: number[] = []
    for (let time = 0; time < 10; time++) {
      statuses.push((await invite(owner, `many${time}@brightside.test`)).status)
      statuses.push((await resend()).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429])
    const last = await invite(owner, 'toomany@brightside.test')
    expect([last.status, last.headers['retry-after'] !== undefined]).toEqual([429, true])
  })

  test.each([
    ['ClientFullName', { ClientFullName: '' }],
    ['ClientEmail', { ClientEmail: 'nobody' }],
    ['ClientRole', { ClientRole: 'all' }],
    ['ClientRole', { ClientRole: '01900000-0000-7000-8000-000000000000' }],
    ['user_permissions', { permission_active: 'T' }],
    ['userType', { userType: 'developer' }],
    ['systemuser', { systemuser: 'T' }],
  ])('names the invalid field: %s', async (field, wrong) => {
    const { status, body } = await invite(tree.acme.owner, 'wrong@acme.test', wrong)
    expect([status, body.field]).toEqual([422, field])
    expect((await list(tree.acme.owner, 'wrong@')).total).toBe(0)
  })

  test('by the operator creates people of the operator, with reports if granted', async () => {
    const { system } = tree.root
    const user_permissions = { ...wireRoleModule({ 'settings.enable': true }), report_analytics: 'T' }
    const { status } = await invite(system, 'ops@leadloom.test', { permission_active: 'T', user_permissions })
    expect(status).toBe(200)
    const { token } = await mailTo('ops@leadloom.test')
    expect((await accept('localhost', 'ops@leadloom.test', token)).status).toBe(200)
    const [row] = (await list(system, 'ops')).data
    expect(row!.administrator!.user_permissions.report_analytics).toBe('T')
    const reports = await invite(tree.acme.owner, 'report@acme.test', { permission_active: 'T', user_permissions })
    expect([reports.status, reports.body.field]).toEqual([422, 'user_permissions'])
  })
})

describe('administrators', () => {
  test('are listed, sorted and searchable, for those with the settings menu', async () => {
    const { owner, admin, bareAdmin, clients } = tree.acme
    const { data, total } = await list(owner, '@acme.test')
    expect(total).toBeGreaterThan(2)
    expect(data.map((row) => row.name)).toEqual(data.map((row) => row.name).toSorted((a, b) => a.localeCompare(b)))
    expect(data.find((row) => row.id === admin.id)).toMatchObject({
      user_type: 'administrator',
      company_name: 'Acme',
      administrator: { role_id: 'F', permission_active: 'F' },
    })
    const params = { companyID: tree.acme.id, type: 'administrator' }
    expect((await http.as(admin).call(listCompanies, { params })).status).toBe(200)
    expect((await http.as(bareAdmin).call(listCompanies, { params })).status).toBe(403)
    const ofClient = await http.as(owner).call(listCompanies, { params: { ...params, companyID: clients[0]!.id } })
    expect(ofClient.status).toBe(403)
  })

  test('can be edited, but not by themselves or by those with fewer permissions', async () => {
    const { owner, admin, bareAdmin } = tree.acme
    const clerk = wireRoleModule({ 'settings.enable': true, 'settings.update': true, 'settings.delete': true })
    expect((await update(owner, bareAdmin.id, { permission_active: 'T', user_permissions: clerk })).status).toBe(200)
    expect((await update(bareAdmin, bareAdmin.id)).status).toBe(403)
    expect((await update(bareAdmin, admin.id)).status).toBe(403)
    expect((await remove(bareAdmin, admin.id)).status).toBe(403)
    expect((await update(admin, bareAdmin.id, { ClientFullName: 'Bea Barr' })).status).toBe(200)
    expect((await http.as(bareAdmin).call(readMe)).body.data).toMatchObject({ name: 'Bea Barr', role_id: 'F' })
  })

  test('with full access can be saved with the rights that the list shows', async () => {
    const { owner, admin } = tree.acme
    const row = (await list(owner, admin.email)).data.find(({ id }) => id === admin.id)!
    const { role_id: ClientRole, permission_active, user_permissions } = row.administrator!
    expect((await update(owner, admin.id, { ClientRole, permission_active, user_permissions })).status).toBe(200)
    expect((await list(owner, admin.email)).data[0]!.administrator).toMatchObject({ role_id: 'F', user_permissions })
  })

  test('of the operator grant full access only if they have all that it contains, with Report Analytics', async () => {
    const { system, admin } = tree.root
    const user_permissions = wireRoleModule(Object.fromEntries(everyPermission.map((one) => [one, true])))
    expect((await update(system, admin.id, { permission_active: 'T', user_permissions })).status).toBe(200)
    const refusal = await invite(admin, 'wider@leadloom.test')
    expect([refusal.status, refusal.body.field]).toEqual([422, 'ClientRole'])
    expect((await invite(admin, 'equal@leadloom.test', { permission_active: 'T', user_permissions })).status).toBe(200)
    await update(system, admin.id)
    expect((await invite(admin, 'wider@leadloom.test')).status).toBe(200)
  })

  test('do not include owners, clients, or people of other companies', async () => {
    const { owner, admin, clients } = tree.acme
    for (const user of [owner]) {
      const answers = [await update(admin, user.id), await remove(admin, user.id)]
      expect(answers.map(({ status }) => status)).toEqual([422, 403])
    }
    expect((await update(owner, clients[0]!.user.id)).status).toBe(422)
    for (const user of [tree.brightside.admin, tree.root.admin, tree.other.system]) {
      expect((await update(owner, user.id)).status).toBe(404)
      expect((await remove(owner, user.id)).status).toBe(404)
    }
    expect((await remove(owner, admin.id, tree.brightside.id)).status).toBe(422)
  })

  test('who are removed are signed out, hidden, and can be invited again', async () => {
    const { owner } = tree.acme
    const { id } = (await invite(owner, 'gone@acme.test')).body.data
    const { token } = await mailTo('gone@acme.test')
    await accept('acme.localhost', 'gone@acme.test', token)
    const goneAdmin: TestUser = { ...tree.acme.admin, id, email: 'gone@acme.test' }
    expect((await http.as(goneAdmin).call(readMe)).status).toBe(200)
    await db.adminPool.query(`update app_user set phone_e164 = '+15550100', picture_key = 'picture-x' where id = $1`, [
      id,
    ])
    await db.adminPool.query(
      `insert into user_profile (user_id, root_id, agency_id, address, updated_at) values ($1, $2, $3, 'One Street', now())`,
      [id, tree.root.id, tree.acme.id],
    )
    expect((await remove(owner, id)).body).toEqual({ result: 'success', message: 'Deleted!' })
    expect((await http.as(goneAdmin).call(readMe)).status).toBe(401)
    expect(await signIn('acme.localhost', 'gone@acme.test')).toBe(401)
    expect((await list(owner, 'gone')).total).toBe(0)
    expect((await remove(owner, id)).status).toBe(404)
    const users = await db.adminPool.query('select phone_e164, picture_key from app_user where id = $1', [id])
    expect(users.rows).toEqual([{ phone_e164: null, picture_key: null }])
    expect((await db.adminPool.query('select from user_profile where user_id = $1', [id])).rowCount).toBe(0)
    const back = await invite(owner, 'gone@acme.test')
    expect([back.status, back.body.data.id]).toEqual([200, id])
    const second = await mailTo('gone@acme.test')
    await accept('acme.localhost', 'gone@acme.test', second.token)
    expect(await signIn('acme.localhost', 'gone@acme.test')).toBe(200)
  })

  test('who are invited again have no second factor from before, and nothing that was pending', async () => {
    const { owner } = tree.acme
    const email = 'lost@acme.test'
    const { id } = (await invite(owner, email)).body.data
    await accept('acme.localhost', email, (await mailTo(email)).token)
    const formerAdmin: TestUser = { ...tree.acme.admin, id, email }
    await createFactorDesk({ db, http, mailbox, clock }).turnOnAuthenticator(formerAdmin)
    const whole = (
      await http.anonymous('acme.localhost').call(login, { body: { username: email, password: newpassword } })
    ).body
    expect(whole).toMatchObject({ two_factor: true })
    await remove(owner, id)
    expect((await invite(owner, email)).body.data.id).toBe(id)
    await accept('acme.localhost', email, (await mailTo(email)).token)
    const fresh = await http
      .anonymous('acme.localhost')
      .call(login, { body: { username: email, password: newpassword } })
    expect(fresh.body).toMatchObject({ access_token: expect.any(String) })
    const codes = await db.adminPool.query('select from recovery_code where user_id = $1', [id])
    expect(codes.rowCount).toBe(0)
  })

  test('have a role of their company, effective at once', async () => {
    const { owner, bareAdmin } = tree.acme
    const rolemodule = wireRoleModule({ 'leads.enable': true })
    const role = await http
      .as(owner)
      .call(saveRole, { body: { companyID: owner.companyId, roleName: 'Readers', rolemodule } })
    await update(owner, bareAdmin.id)
    expect(
      (await http.as(bareAdmin).call(listCompanies, { params: { companyID: tree.acme.id, type: 'administrator' } }))
        .status,
    ).toBe(200)
    await update(owner, bareAdmin.id, { ClientRole: role.body.data.roleID })
    expect(
      (await http.as(bareAdmin).call(listCompanies, { params: { companyID: tree.acme.id, type: 'administrator' } }))
        .status,
    ).toBe(403)
    expect((await list(owner, 'bare')).data).toMatchObject([{ administrator: { role_name: 'Readers' } }])
  })
})
