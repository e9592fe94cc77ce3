import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { Failure } from '#server/platform/failure.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createLimiter, type Limiter } from './limits.ts'

let db: TestDatabase
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const secrets = createSecrets(Buffer.alloc(32, 1))
const warn = (error: unknown): void => {
  throw error
}
const create = (): Limiter => createLimiter({ pool: db.appPool, clock, secrets, warn })
beforeAll(async () => {
  db = await createTestDatabase()
})
beforeEach(() => clock.advance(3_600_000))
afterAll(() => db.drop())

const rate = { count: 3, perSeconds: 60 }
const isRefused = (call: () => Promise<void> | void): Promise<number | null> =>
  Promise.resolve()
    .then(call)
    .then(
      () => null,
      (error: Failure) => {
        expect(error.code).toBe('too_many')
        return error.retryAfterSeconds ?? null
      },
    )

test('as many calls pass as the limit says, the next is told when to come again, and then passes', async () => {
  const limiter = create()
  for (let count = 0; count < 3; count++) expect(await isRefused(() => limiter.count('a', 'me', rate))).toBeNull()
  clock.advance(20_500)
  expect(await isRefused(() => limiter.count('a', 'me', rate))).toBe(40)
  expect(await isRefused(() => limiter.count('a', 'you', rate))).toBeNull()
  expect(await isRefused(() => limiter.count('b', 'me', rate))).toBeNull()
  clock.advance(39_500)
  expect(await isRefused(() => limiter.count('a', 'me', rate))).toBeNull()
  await limiter.close()
})

test('a limit holds across processes, for calls at the same moment and after a restart', async () => {
  const [one, two] = [create(), create()]
  const calls = Array.from({ length: 20 }, (_none, index) =>
    isRefused(() => (index % 2 ? one : two).count('c', 'me', rate)),
  )
  const passed = (await Promise.all(calls)).filter((refused) => refused === null)
  expect(passed).toHaveLength(3)
  await Promise.all([one.close(), two.close()])
  const restarted = create()
  expect(await isRefused(() => restarted.count('c', 'me', rate))).not.toBeNull()
  await restarted.close()
})

test('refusing again asks the database nothing', async () => {
  const limiter = create()
  for (let count = 0; count < 10; count++) await isRefused(() => limiter.count('d', 'me', rate))
  const { rows } = await db.adminPool.query('select max(count)::int as most from rate_window where window_start = $1', [
    new Date(clock.now()),
  ])
  expect(rows[0].most).toBe(4)
  await limiter.close()
})

test('the general limits are counted in memory and settled among the processes', async () => {
  const [one, two] = [create(), create()]
  for (let count = 0; count < 2; count++) one.countLoosely('user', 'me', rate)
  two.countLoosely('user', 'me', rate)
  await one.close()
  await two.close()
  const { rows } = await db.adminPool.query('select count from rate_window where window_start = $1', [
    new Date(clock.now()),
  ])
  expect(rows).toEqual([{ count: 3 }])
  const alone = create()
  for (let count = 0; count < 3; count++) expect(await isRefused(() => alone.countLoosely('x', 'me', rate))).toBeNull()
  expect(await isRefused(() => alone.countLoosely('x', 'me', rate))).toBe(60)
  await alone.close()
})

test('no address and no account name is kept', async () => {
  const limiter = create()
  await limiter.count('login account', 'someone@example.test', rate)
  const { rows } = await db.adminPool.query('select string_agg(rate_window::text, $1) as text from rate_window', [' '])
  expect(rows[0].text).not.toContain('someone')
  await limiter.close()
})
