import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { makePixel, useCollectors, viewOf } from '#server/test/collector.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { HitLimits, usualLimits } from './hit-limits.ts'
import { joinCollectors, type CollectorPeers } from './collector-peers.ts'

// The pixel's two limits of SEC-5, enforced by several collectors together and across a restart (decision 28).

const minute_ms = 60_000
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let db: TestDatabase
let platform: Awaited<ReturnType<typeof createTestPlatform>>
beforeAll(async () => {
  db = await createTestDatabase()
  platform = await createTestPlatform(db, { clock })
})
afterAll(async () => {
  await platform.close()
  await db.drop()
})
const serve = useCollectors(() => db)

interface Collector {
  others: CollectorPeers
  limits: HitLimits
}
const begin = async (place?: string): Promise<Collector> => {
  const others = await joinCollectors(platform, place)
  return { others, limits: new HitLimits(usualLimits, others, clock.now()) }
}
/** This many collectors that know of one another, a minute after they started. */
async function together(count: number): Promise<Collector[]> {
  const collectors: Collector[] = []
  for (let at = 0; at < count; at++) collectors.push(await begin())
  for (const { others } of collectors) await others.beat()
  clock.advance(2 * minute_ms)
  for (const { others } of collectors) await others.beat()
  for (const { others } of collectors) await others.beat()
  return collectors
}
const end = async (collectors: readonly Collector[]): Promise<void> => {
  for (const { others } of collectors) await others.close()
}
let addresses = 0
const newAddress = (): string => `198.51.100.${++addresses}`
/** How many hits are accepted, one to each collector in turn; all at once, or each in a separate second. */
async function passed(collectors: readonly Collector[], hits: number, address: string): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: hits }, (_none, at) =>
      collectors[at % collectors.length]!.limits.take('k', address, clock.now() + Math.floor(at / 20) * 1_000),
    ),
  )
  return waits.filter((wait) => wait === 0).length
}

test.each([1, 2, 3, 8])('%i collectors allow one address 60 hits a minute to one pixel', async (count) => {
  const collectors = await together(count)
  const all = await passed(collectors, 300, newAddress())
  expect(all).toBeLessThanOrEqual(60)
  // What one collector has taken and not used is not available to the others.
  expect(all).toBeGreaterThan(60 - 5 * count)
  const one = await passed(collectors.slice(0, 1), 300, newAddress())
  expect(one).toBe(Math.floor(30 / count) + 30)
  await end(collectors)
})

test.each([1, 2, 3])('%i collectors together allow 200 hits a second to one pixel', async (count) => {
  const collectors = await together(count)
  let all = 0
  for (let at = 0; at < 600; at++) {
    const wait = await collectors[at % count]!.limits.take('k', `203.0.${at >> 8}.${at & 255}`, clock.now())
    if (wait === 0) all++
  }
  expect(all).toBe(Math.floor(200 / count) * count)
  await end(collectors)
})

test('a collector that has stopped or receives no hits leaves its share to the others', async () => {
  const [first, second] = (await together(2)) as [Collector, Collector]
  expect(second.others.sharers()).toBe(2)
  await first.others.close()
  await second.others.beat()
  expect(second.others.sharers()).toBe(1)
  const idle = await begin()
  await second.others.beat()
  expect(second.others.sharers()).toBe(2)
  clock.advance(11_000)
  await second.others.beat()
  expect(second.others.sharers()).toBe(1)
  await end([idle, second])
})

test('a collector that replaces a killed one takes its place: no share stays with the dead one', async () => {
  for (let start = 0; start < 3; start++) await begin('host:8080')
  const last = await begin('host:8080')
  expect(last.others.sharers()).toBe(1)
  await end([last])
})

test('a restart within the minute allows an address at most five more hits', async () => {
  const address = newAddress()
  const before = await together(2)
  const first = await passed(before, 300, address)
  await end(before)
  const after = [await begin(), await begin()]
  expect(first + (await passed(after, 300, address))).toBeLessThanOrEqual(60 + 2 * 5)
  await end(after)
})

test('over HTTP: two collectors and a restarted one reject with 429 and the wait', async () => {
  const options = { limits: usualLimits, env: { TRUSTED_PROXIES: '1' } }
  const pixel = await makePixel(db)
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const [first, second] = [await serve(options), await serve(options)]
  const answers = []
  for (let at = 0; at < 50; at++) answers.push(await [first, second][at % 2]!.post(viewOf(pixel), headers))
  await first.close()
  const restartedCollector = await serve(options)
  for (let at = 0; at < 50; at++) answers.push(await [restartedCollector, second][at % 2]!.post(viewOf(pixel), headers))
  const count = answers.filter(({ status }) => status === 204).length
  expect(count).toBeGreaterThan(30)
  expect(count).toBeLessThanOrEqual(60)
  expect([answers.at(-1)!.status, answers.at(-1)!.headers['retry-after']]).toEqual([429, '60'])
  const { rows } = await db.adminPool.query(`select string_agg(rate_window::text, ' ') as text from rate_window`)
  expect(rows[0].text).not.toContain('192.0.2.1')
})
