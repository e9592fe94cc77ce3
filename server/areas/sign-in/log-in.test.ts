import { beforeEach, expect, test } from 'vitest'
import { login } from '#contract/sign-in/session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { TestAnswer } from '#server/test/app.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const minute_ms = 60_000

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock })
// All rate limit windows start over.
beforeEach(() => clock.advance(15 * minute_ms))

type Answer = TestAnswer<typeof login>
const tryLogin = (username: string, password: string, host: string, headers = {}): Promise<Answer> =>
  http.anonymous(host).call(login, { body: { username, password }, headers })
const signInRight = (user: TestUser, host = user.host, headers = {}): Promise<Answer> =>
  tryLogin(user.email, testPassword, host, headers)

/** The parts of an error by which a caller could tell cases apart: everything but the request's id. */
const shape = ({ status, body, headers }: Answer): unknown => ({
  status,
  body: { ...body, request_id: undefined },
  names: Object.keys(headers).toSorted(),
})

test('a wrong password, an unknown account, and an unknown host get the same response', async () => {
  const { owner } = tree.acme
  const refusal = await tryLogin(owner.email, 'wrong', owner.host)
  expect(refusal.status).toBe(401)
  expect(refusal.body.code).toBe('wrong_credentials')
  expect(shape(await tryLogin('nobody@acme.test', 'wrong', owner.host))).toEqual(shape(refusal))
  expect(shape(await tryLogin(owner.email, testPassword, 'nowhere.localhost'))).toEqual(shape(refusal))
})

test("an agency's host admits only that agency's people", async () => {
  expect((await signInRight(tree.acme.clients[0]!.user, 'acme.localhost')).status).toBe(200)
  for (const outsider of [
    tree.brightside.owner,
    tree.brightside.clients[0]!.user,
    tree.root.system,
    tree.other.system,
  ]) {
    expect((await signInRight(outsider, 'acme.localhost')).status).toBe(401)
  }
})

test("the root's own host admits everybody of that root and nobody of another", async () => {
  for (const user of [tree.root.system, tree.root.salesRep, tree.acme.owner]) {
    expect((await signInRight(user, 'localhost')).status).toBe(200)
  }
  expect((await signInRight(tree.other.system, 'localhost')).status).toBe(401)
})

test('the email address is case-insensitive, the password exact', async () => {
  const { owner } = tree.acme
  expect((await tryLogin(` ${owner.email.toUpperCase()}`, testPassword, owner.host)).status).toBe(200)
  expect((await tryLogin(owner.email, testPassword.toUpperCase(), owner.host)).status).toBe(401)
})

test('the sixth attempt for one account within a minute is rejected, whether or not the account exists', async () => {
  for (const username of [tree.acme.admin.email, 'nobody@acme.test']) {
    for (let count = 0; count < 5; count++) {
      expect((await tryLogin(username, 'wrong', 'acme.localhost')).status).toBe(401)
    }
    const sixth = await tryLogin(username, 'wrong', 'acme.localhost')
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(60)
  }
})

test('one IP address has thirty attempts in five minutes, whatever accounts it names', async () => {
  for (let count = 0; count < 30; count++) {
    expect((await tryLogin(`guess${count}@acme.test`, 'wrong', 'acme.localhost')).status).toBe(401)
  }
  expect((await tryLogin('guess30@acme.test', 'wrong', 'acme.localhost')).status).toBe(429)
  clock.advance(5 * minute_ms)
  expect((await tryLogin('guess31@acme.test', 'wrong', 'acme.localhost')).status).toBe(401)
})

test('five failures lock an account for 30 seconds, then twice as long; it looks like a wrong password', async () => {
  const user = tree.acme.clients[1]!.user
  const signInWrong = (): Promise<Answer> => tryLogin(user.email, 'wrong', user.host)
  for (let count = 0; count < 4; count++) await signInWrong()
  clock.advance(minute_ms)
  const fifth = await signInWrong()
  clock.advance(29_999)
  // Attempts while the account is locked are not checked, so they do not count either.
  expect(shape(await signInRight(user))).toEqual(shape(fifth))
  clock.advance(1)
  await signInWrong()
  clock.advance(59_999)
  expect((await signInRight(user)).status).toBe(401)
  clock.advance(1)
  expect((await signInRight(user)).status).toBe(200)
})

test('failures are forgotten after twelve hours', async () => {
  const user = tree.brightside.clients[0]!.user
  for (let count = 0; count < 4; count++) await tryLogin(user.email, 'wrong', user.host)
  clock.advance(12 * 60 * minute_ms)
  await tryLogin(user.email, 'wrong', user.host)
  expect((await signInRight(user)).status).toBe(200)
})

test('a stranger who locks an account does not block a device that was signed in before', async () => {
  const user = tree.brightside.owner
  const first = await signInRight(user)
  const cookie = String(first.headers['set-cookie']).split(';')[0]!
  clock.advance(minute_ms)
  for (let count = 0; count < 5; count++) await tryLogin(user.email, 'wrong', user.host)
  expect((await signInRight(user)).status).toBe(429)
  clock.advance(minute_ms / 4)
  expect((await signInRight(user, user.host, { cookie })).status).toBe(200)
})

test('a known device has its own count, which locks as well', async () => {
  const user = tree.acme.owner
  const cookie = String((await signInRight(user)).headers['set-cookie']).split(';')[0]!
  const guess = (): Promise<Answer> => tryLogin(user.email, 'wrong', user.host, { cookie })
  clock.advance(minute_ms)
  for (let count = 0; count < 5; count++) expect((await guess()).status).toBe(401)
  clock.advance(20_000)
  expect((await signInRight(user, user.host, { cookie })).status).not.toBe(200)
  clock.advance(minute_ms)
  expect((await signInRight(user, user.host, { cookie })).status).toBe(200)
})

test('all-day guessing from five hundred addresses reaches the hash less than a hundred times', async () => {
  const user = tree.brightside.admin
  const countHashes = async (): Promise<number> => {
    const { rows } = await db.adminPool.query('select failures from sign_in_failure where user_id = $1', [user.id])
    return rows[0]?.failures ?? 0
  }
  const guessFrom = async (address: number): Promise<number> => {
    const request = {
      method: 'POST',
      url: '/api/login',
      remoteAddress: `10.1.${address >> 8}.${address & 255}`,
    } as const
    const payload = await http.seal('POST', '/api/login', { username: user.email, password: 'guess' })
    const headers = { 'content-type': 'application/json' }
    return (await http.anonymous(user.host).inject({ ...request, headers, payload })).statusCode
  }
  // At the longest lock, only one attempt every eight minutes gets through; more often only at the beginning.
  const day_ms = 24 * 60 * minute_ms
  for (let at_ms = 0, count = 0; at_ms < day_ms; count++) {
    expect([401, 429]).toContain(await guessFrom(count % 500))
    const step_ms = at_ms < 16 * minute_ms ? minute_ms / 4 : 8 * minute_ms
    at_ms += step_ms
    clock.advance(step_ms)
  }
  expect(await countHashes()).toBeGreaterThan(90)
  expect(await countHashes()).toBeLessThanOrEqual(100)
}, 30_000)

test('a password hashed at another cost is rehashed at sign-in', async () => {
  const user = tree.acme.bareAdmin
  const readHash = async (): Promise<string> => {
    const { rows } = await db.adminPool.query('select password_hash from credential where user_id = $1', [user.id])
    return rows[0].password_hash
  }
  expect(await readHash()).toContain('m=8,t=1')
  expect((await signInRight(user)).status).toBe(200)
  expect(await readHash()).toContain('m=19456,t=2')
  expect((await signInRight(user)).status).toBe(200)
})

test('more than 21 concurrent sign-ins are rejected with 503 instead of queued', async () => {
  const addresses = await Promise.all(
    Array.from({ length: 28 }, (_none, count) => tryLogin(`flood${count}@acme.test`, 'wrong', 'acme.localhost')),
  )
  const statuses = addresses.map((answer) => answer.status)
  expect(new Set(statuses)).toEqual(new Set([401, 503]))
  const refusal = addresses.find((answer) => answer.status === 503)!
  expect(refusal.headers['retry-after']).toBe('2')
})
