import { beforeEach, expect, test } from 'vitest'
import { forgetPassword, setNewPassword, verifyResetToken } from '#contract/sign-in/password.ts'
import { login } from '#contract/sign-in/session.ts'
import { readMe } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { TestAnswer } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { makeUser, testPassword, type TestUser } from '#server/test/factories.ts'
import { openWorld } from '#server/test/world.ts'

const minute_ms = 60_000
const newpassword = 'a lamp beside the sea'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
// All rate limit windows start over.
beforeEach(() => clock.advance(61 * minute_ms))

const ask = (username: string, host: string, headers = {}): Promise<TestAnswer<typeof forgetPassword>> =>
  http.anonymous(host).call(forgetPassword, { body: { username }, headers })

interface Link {
  url: URL
  token: string
  email: string
}
const newestLink = (): Link => {
  const url = new URL(/http:\S+/.exec(mailbox.messages()[0]!.text)![0])
  return { url, token: url.pathname.split('/').at(-1)!, email: url.searchParams.get('email')! }
}
const linkFor = async (user: TestUser, host = user.host): Promise<Link> => {
  await ask(user.email, host)
  await runJobs(db, http.platform)
  return newestLink()
}
const verify = async ({ token, email }: Omit<Link, 'url'>, host: string): Promise<unknown> =>
  (await http.anonymous(host).call(verifyResetToken, { body: { token, email } })).body
const setNew = ({ token, email }: Omit<Link, 'url'>, host: string, password = newpassword) =>
  http.anonymous(host).call(setNewPassword, { body: { token, email, newpassword: password } })
const signIn = async (user: TestUser, password: string): Promise<number> =>
  (await http.anonymous(user.host).call(login, { body: { username: user.email, password } })).status
const without = ({ status, body, headers }: TestAnswer<typeof forgetPassword>): unknown => ({
  status,
  body,
  names: Object.keys(headers).toSorted(),
})

test('known and unknown addresses, and those of another host, get the same response at the same cost', async () => {
  const response = await ask(tree.acme.owner.email, 'acme.localhost')
  expect(response.status).toBe(200)
  for (const [email, host] of [
    ['nobody@acme.test', 'acme.localhost'],
    [tree.brightside.owner.email, 'acme.localhost'],
    [tree.acme.owner.email, 'nowhere.localhost'],
  ]) {
    expect(without(await ask(email!, host!))).toEqual(without(response))
  }
  const { rows } = await db.adminPool.query('select count(*)::int as jobs from graphile_worker._private_jobs')
  expect(rows[0].jobs).toBe(4)
  const before = mailbox.messages().length
  await runJobs(db, http.platform)
  expect(mailbox.messages().length - before).toBe(1)
  expect(mailbox.messages()[0]!.to).toEqual([tree.acme.owner.email])
})

test('neither address nor host is readable in the queue', async () => {
  await ask(tree.acme.owner.email, 'acme.localhost')
  const { rows } = await db.adminPool.query('select payload::text from graphile_worker._private_jobs')
  expect(rows[0].payload).not.toContain('acme')
  await runJobs(db, http.platform)
})

test('the email has the host’s brand, and its link goes to that host whatever the request says', async () => {
  await ask(tree.acme.owner.email, 'acme.localhost:6666', { 'x-forwarded-host': 'evil.test' })
  await runJobs(db, http.platform)
  const mail = mailbox.messages()[0]!
  expect(mail.from).toContain('hello@acme.test')
  expect(newestLink().url.origin).toBe('http://acme.localhost:8080')
  expect(mail.raw).not.toMatch(/evil|6666|Leadloom/)
})

test('a link sets the password once, ends every session, starts none, and notifies the owner', async () => {
  const user = tree.acme.admin
  await http.as(user).call(readMe)
  const link = await linkFor(user)
  expect(await verify(link, user.host)).toMatchObject({ valid: true, reason: null })
  const answer = await setNew(link, user.host)
  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(JSON.stringify(answer.body)).not.toContain('token')
  expect((await http.as(user).call(readMe)).status).toBe(401)
  http.forget(user)
  expect(await verify(link, user.host)).toMatchObject({ valid: false, reason: 'used' })
  expect((await setNew(link, user.host)).body.code).toBe('reset_refused')
  await runJobs(db, http.platform)
  expect(mailbox.messages()[0]).toMatchObject({ to: [user.email], subject: 'Your password was changed' })
  expect(await signIn(user, testPassword)).toBe(401)
  expect(await signIn(user, newpassword)).toBe(200)
})

test('of two concurrent uses of one link, one succeeds', async () => {
  const user = tree.acme.bareAdmin
  const link = await linkFor(user)
  const answers = await Promise.all([setNew(link, user.host), setNew(link, user.host, 'a boat behind the hill')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a link is valid for exactly thirty minutes', async () => {
  const user = tree.brightside.owner
  const link = await linkFor(user)
  clock.advance(30 * minute_ms - 1)
  expect(await verify(link, user.host)).toMatchObject({ valid: true, reason: null })
  clock.advance(1)
  expect(await verify(link, user.host)).toMatchObject({ valid: false, reason: 'expired' })
  expect((await setNew(link, user.host)).body.code).toBe('reset_refused')
})

test('only the newest link works', async () => {
  const user = tree.brightside.clients[0]!.user
  const first = await linkFor(user)
  const second = await linkFor(user)
  expect(await verify(first, user.host)).toMatchObject({ valid: false, reason: 'replaced' })
  expect(await verify(second, user.host)).toMatchObject({ valid: true, reason: null })
})

test('an invitation stays valid after a password reset is requested', async () => {
  const guest = await makeUser(db, tree.brightside.owner, 'administrator', 'invited@brightside.test')
  await db.adminPool.query('update credential set password_hash = null where user_id = $1', [guest.id])
  const invitation = { token: newToken(), email: guest.email }
  await db.adminPool.query(
    'insert into password_reset (token_hash, user_id, host, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [
      hashToken(invitation.token),
      guest.id,
      guest.host,
      new Date(clock.now()),
      new Date(clock.now() + 72 * 60 * minute_ms),
    ],
  )
  const resetLink = await linkFor(guest)
  for (const link of [invitation, resetLink])
    expect(await verify(link, guest.host)).toMatchObject({ valid: true, reason: null })
  expect((await setNew(resetLink, guest.host)).status).toBe(200)
  expect(await verify(invitation, guest.host)).toMatchObject({ valid: false, reason: 'replaced' })
})

test('R018: a link is valid only for its own address and on its own host', async () => {
  const user = tree.brightside.owner
  const link = await linkFor(user)
  const invalid = { valid: false, reason: 'invalid' }
  expect(await verify({ ...link, email: tree.brightside.admin.email }, user.host)).toMatchObject(invalid)
  expect(await verify({ ...link, token: 'A'.repeat(43) }, user.host)).toMatchObject(invalid)
  expect(await verify(link, 'localhost')).toMatchObject(invalid)
  expect(await verify(link, user.host)).toMatchObject({ valid: true, reason: null })
})

test('a person who was disabled since cannot use a link', async () => {
  const user = tree.brightside.bareAdmin
  const link = await linkFor(user)
  await db.adminPool.query(`update app_user set status = 'disabled' where id = $1`, [user.id])
  expect(await verify(link, user.host)).toMatchObject({ valid: false, reason: 'invalid' })
})

test('a rejected password does not use up the link', async () => {
  const user = tree.acme.clients[0]!.user
  const link = await linkFor(user)
  for (const [password, message] of [
    ['short', 'Use at least 12 characters.'],
    ['Plumbright-2026', 'Do not use your name, your email address or the name of this site.'],
  ]) {
    const refusal = await setNew(link, user.host, password)
    expect([refusal.status, refusal.body.field, refusal.body.message]).toEqual([422, 'newpassword', message])
  }
  expect((await setNew(link, user.host)).status).toBe(200)
})

test('the operator’s people need fifteen characters', async () => {
  const user = tree.root.system
  const link = await linkFor(user, 'localhost')
  expect((await setNew(link, 'localhost', 'a lamp by sea')).body.message).toBe('Use at least 15 characters.')
  expect((await setNew(link, 'localhost')).status).toBe(200)
})

test('a reset ends a lock after wrong passwords, and requesting one starts none', async () => {
  const user = tree.acme.clients[1]!.user
  for (let count = 0; count < 5; count++) await signIn(user, 'wrong')
  clock.advance(minute_ms / 2 - 1)
  const link = await linkFor(user)
  expect((await setNew(link, user.host)).status).toBe(200)
  clock.advance(minute_ms)
  for (let count = 0; count < 2; count++) expect((await ask(user.email, user.host)).status).toBe(200)
  expect(await signIn(user, newpassword)).toBe(200)
})

test('three emails an hour per address, existing or not, and ten requests an hour per IP address', async () => {
  for (const email of [tree.acme.owner.email, 'nobody@acme.test']) {
    for (let count = 0; count < 3; count++) expect((await ask(email, 'acme.localhost')).status).toBe(200)
    expect((await ask(email, 'acme.localhost')).status).toBe(429)
  }
  for (let count = 0; count < 2; count++) await ask(`guess${count}@acme.test`, 'acme.localhost')
  expect((await ask('guess3@acme.test', 'acme.localhost')).status).toBe(429)
})

test('a request that waited longer than a link is valid is dropped', async () => {
  await runJobs(db, http.platform)
  await ask(tree.acme.owner.email, 'acme.localhost')
  clock.advance(31 * minute_ms)
  expect(await runJobs(db, http.platform)).toEqual(['mail-password-reset'])
})
