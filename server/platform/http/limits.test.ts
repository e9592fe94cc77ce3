import { beforeEach, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { Failure } from '#server/platform/failure.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createLimiter, type Limiter } from './limits.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const secrets = createSecrets(Buffer.alloc(32, 1))
const create = (): Limiter => createLimiter({ pool: db.appPool, clock, secrets })
const db = await openTestDatabase()
beforeEach(() => clock.advance(3_600_000))

const rate = { count: 3, perSeconds: 60 }
const isRefused = (call: () => unknown): Promise<number | null> =>
  Promise.resolve()
    .then(call)
    .then(
      () => null,
      (error: Failure) => {
        expect(error.code).toBe('too_many')
        return error.retryAfterSeconds ?? null
      },
    )

test('calls up to the limit pass, the next is told when to retry, and then passes', async () => {
  const limiter = create()
  for (let count = 0; count < 3; count++) expect(await isRefused(() => limiter.count('a', 'me', rate))).toBeNull()
  clock.advance(20_500)
  expect(await isRefused(() => limiter.count('a', 'me', rate))).toBe(40)
  expect(await isRefused(() => limiter.count('a', 'you', rate))).toBeNull()
  expect(await isRefused(() => limiter.count('b', 'me', rate))).toBeNull()
  clock.advance(39_500)
  expect(await isRefused(() => limiter.count('a', 'me', rate))).toBeNull()
})

test('a limit applies across processes, to simultaneous calls and after a restart', async () => {
  const [one, two] = [create(), create()]
  const calls = Array.from({ length: 20 }, (_none, index) =>
    isRefused(() => (index % 2 ? one : two).count('c', 'me', rate)),
  )
  const passes = (await Promise.all(calls)).filter((refused) => refused === null)
  expect(passes).toHaveLength(3)
  const restartedLimiter = create()
  expect(await isRefused(() => restartedLimiter.count('c', 'me', rate))).not.toBeNull()
})

test('setting the clock back an hour locks no one out longer than their window', async () => {
  const limiter = create()
  const counts = {
    exactly: () => isRefused(() => limiter.count('back', 'me', rate)),
    inShares: () => isRefused(() => limiter.countInShares('back in shares', 'me', rate)),
  }
  for (const count of Object.values(counts)) {
    clock.advance(7_200_000)
    for (let times = 0; times < 3; times++) expect(await count()).toBeNull()
    expect(await count()).not.toBeNull()
    clock.advance(-3_600_000)
    expect(await count()).toBeNull()
  }
})

test('repeated rejections do not query the database', async () => {
  const limiter = create()
  for (let count = 0; count < 10; count++) await isRefused(() => limiter.count('d', 'me', rate))
  const { rows } = await db.adminPool.query('select max(count)::int as most from rate_window where window_start = $1', [
    new Date(clock.now()),
  ])
  expect(rows[0].most).toBe(4)
})

test('general limits are taken in shares: two processes and a third after a restart never exceed the limit', async () => {
  const [one, two] = [create(), create()]
  const general = { count: 100, perSeconds: 60 }
  const calls = Array.from({ length: 130 }, (_none, index) =>
    isRefused(() => (index % 2 ? one : two).countInShares('user', 'me', general)),
  )
  const passes = (await Promise.all(calls)).filter((refused) => refused === null)
  expect(passes).toHaveLength(100)
  expect(await isRefused(() => create().countInShares('user', 'me', general))).toBe(60)
  expect(await isRefused(() => one.countInShares('user', 'you', general))).toBeNull()
  clock.advance(60_000)
  expect(await isRefused(() => one.countInShares('user', 'me', general))).toBeNull()
})

test('a share costs one query, whatever is taken of it', async () => {
  const limiter = create()
  const general = { count: 100, perSeconds: 60 }
  for (let count = 0; count < 5; count++) await limiter.countInShares('share', 'me', general)
  const { rows } = await db.adminPool.query('select max(count)::int as most from rate_window where window_start = $1', [
    new Date(clock.now()),
  ])
  expect(rows[0].most).toBe(5)
})

test('the remaining count is reported to the call while one process counts, and never too low', async () => {
  const [one, two] = [create(), create()]
  const limit = { count: 40, perSeconds: 60 }
  const countLeft = async (limiter: Limiter): Promise<number> =>
    (await limiter.countInShares('told', 'me', limit)).count
  expect([await countLeft(one), await countLeft(one), await countLeft(one)]).toEqual([39, 38, 37])
  // The first process has reserved four, one of which is not used yet.
  expect(await countLeft(two)).toBe(35)
})

test('an exclusive call is rejected in every process until the first has ended or its process has died', async () => {
  const [one, two] = [create(), create()]
  const release = await one.occupy('upload', 'company')
  expect(await isRefused(() => two.occupy('upload', 'company').then(() => {}))).toBe(10)
  expect(await isRefused(() => two.occupy('upload', 'other').then(() => {}))).toBeNull()
  await release()
  expect(await isRefused(() => two.occupy('upload', 'company').then(() => {}))).toBeNull()
  clock.advance(31_000)
  expect(await isRefused(() => one.occupy('upload', 'company').then(() => {}))).toBeNull()
})

test('no IP address and no account name is stored', async () => {
  const limiter = create()
  await limiter.count('login account', 'someone@example.test', rate)
  const { rows } = await db.adminPool.query('select string_agg(rate_window::text, $1) as text from rate_window', [' '])
  expect(rows[0].text).not.toContain('someone')
})
