import { beforeEach, expect, test } from 'vitest'
import { changePassword } from '#contract/sign-in/password.ts'
import { login } from '#contract/sign-in/session.ts'
import { readMe } from '#contract/people/user.ts'
import { startSession } from '../start-session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const newpassword = 'a lamp beside the sea'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock })
beforeEach(() => {
  clock.advance(11 * 60_000)
  // Their access tokens have expired by then.
  for (const user of [tree.acme.owner, tree.root.system]) http.forget(user)
})

const change = (user: TestUser, parts: { usrID?: string; currpassword?: string; newpassword?: string }) =>
  http.as(user).call(changePassword, { body: { usrID: user.id, currpassword: testPassword, newpassword, ...parts } })

test('R126, R127: a wrong current password is rejected at its field with the specified message', async () => {
  const refusal = await change(tree.acme.owner, { currpassword: 'wrong' })
  expect(refusal.status).toBe(422)
  expect(refusal.body).toMatchObject({ field: 'currpassword', message: '* Sorry, your current password invalid' })
})

test('a weak new password or the current one is rejected', async () => {
  expect((await change(tree.acme.owner, { newpassword: 'short' })).body.field).toBe('newpassword')
  expect((await change(tree.acme.owner, { newpassword: testPassword })).body.field).toBe('newpassword')
})

test("another person's password cannot be changed by anybody", async () => {
  for (const caller of [tree.root.system, tree.acme.owner]) {
    expect((await change(caller, { usrID: tree.acme.admin.id })).status).toBe(404)
  }
})

test('R128, T051: changing one’s own password keeps this session, ends all others, and sends an email', async () => {
  const user = tree.acme.owner
  expect((await http.as(user).call(readMe)).status).toBe(200)
  const otherSession = await startSession(
    http.platform,
    { userId: user.id, rootId: user.rootId, kind: user.kind },
    user.host,
  )
  const asOther = { authorization: `Bearer ${otherSession.tokens.access_token}` }
  expect((await http.anonymous(user.host).call(readMe, { headers: asOther })).status).toBe(200)
  const answer = await change(user, {})
  expect(answer.body.message).toBe('your password has been updated!')
  expect((await http.as(user).call(readMe)).status).toBe(200)
  expect((await http.anonymous(user.host).call(readMe, { headers: asOther })).status).toBe(401)
  const { rows } = await db.adminPool.query('select task_identifier from graphile_worker.jobs')
  expect(rows).toEqual([{ task_identifier: 'send-account-mail' }])
  const signIn = (password: string) =>
    http.anonymous(user.host).call(login, { body: { username: user.email, password } })
  expect((await signIn(testPassword)).status).toBe(401)
  expect((await signIn(newpassword)).status).toBe(200)
})

test('five attempts in five minutes are allowed', async () => {
  for (let count = 0; count < 5; count++) {
    expect((await change(tree.brightside.owner, { currpassword: 'wrong' })).status).toBe(422)
  }
  expect((await change(tree.brightside.owner, {})).status).toBe(429)
})
