import { expect, test } from 'vitest'
import { changePassword } from '#contract/sign-in/password.ts'
import { saveRole } from '#contract/people/roles.ts'
import { login, logout } from '#contract/sign-in/session.ts'
import { switchUser } from '#contract/sign-in/view-mode.ts'
import { listUserLogs } from '#contract/activity/user-logs.ts'
import { listSecurityEvents } from '#contract/activity/security-events.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { http, tree } = await openTree()

const events = async (user: TestUser, before?: number) =>
  (await http.as(user).call(listSecurityEvents, { query: before === undefined ? {} : { before } })).body
const flags = { enable: 'F', create: 'F', update: 'F', delete: 'F' } as const

test('an owner reads security events of the company and below with user and address; the operator’s people stay anonymous', async () => {
  const { owner, clients } = tree.acme
  const { user } = clients[0]!
  const signIn = () => http.anonymous(user.host).call(login, { body: { username: user.email, password: testPassword } })
  await signIn()
  await signIn()
  const body = { usrID: user.id, currpassword: testPassword, newpassword: 'a lamp beside the sea' }
  expect((await http.as(user).call(changePassword, { body })).status).toBe(200)
  const reason = 'Ticket 4711'
  expect((await http.as(tree.root.system).call(switchUser, { body: { userID: owner.id, reason } })).status).toBe(200)
  const { data, next } = await events(owner)
  expect(data.map(({ action, actor, subject, reason: why }) => [action, actor, subject, why])).toEqual([
    ['security.viewBegan', null, 'owner', reason],
    ['security.passwordChanged', 'client', null, null],
    ['security.newDevice', 'client', null, null],
    ['account.signedIn', 'client', null, null],
  ])
  // Nor the location of the operator's people, as in the user log.
  expect(data.map(({ address }) => address)).toEqual(['', '127.0.0.1', '127.0.0.1', '127.0.0.1'])
  expect(next).toBeNull()
  expect((await events(tree.brightside.owner)).data).toEqual([])
  http.forget(tree.root.system)
  expect((await events(tree.root.system)).data).toEqual([])
})

test('security events and the user log include every sign-in and sign-out', async () => {
  const client = tree.acme.clients[1]!.user
  const first = await http
    .anonymous(client.host)
    .call(login, { body: { username: client.email, password: testPassword } })
  const cookie = String(first.headers['set-cookie']).split(';')[0]!
  const again = { body: { username: client.email, password: testPassword }, headers: { cookie } }
  expect((await http.anonymous(client.host).call(login, again)).status).toBe(200)
  expect((await http.as(client).call(logout)).status).toBe(200)
  const { owner } = tree.acme
  http.forget(owner)
  const { data } = await events(owner)
  expect(data.slice(0, 3).map(({ action }) => action)).toEqual([
    'account.logout',
    'account.signedIn',
    'account.signedIn',
  ])
  const log = await http.as(owner).call(listUserLogs, { body: { companyID: owner.companyId } })
  expect(log.body.data.slice(0, 3).map(({ action }) => action)).toEqual(['Signed out', 'Signed in', 'Signed in'])
})

test('security events come in pages of 30', async () => {
  const { owner } = tree.brightside
  const rolemodule = { AdsDesign: flags, Campaign: flags, LeadsPeek: flags, Settings: flags }
  for (let at = 0; at < 35; at++) {
    await http.as(owner).call(saveRole, { body: { companyID: owner.companyId, roleName: `Role ${at}`, rolemodule } })
  }
  const first = await events(owner)
  expect([first.data.length, first.data[0]!.target]).toEqual([30, 'Role 34'])
  const second = await events(owner, first.next!)
  expect([second.data.length, second.data.at(-1)!.target, second.next]).toEqual([5, 'Role 0', null])
})
