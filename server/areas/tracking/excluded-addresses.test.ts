import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { countsOf, hitsOf, makePixel, useCollectors, viewOf, type TestPixel } from '#server/test/collector.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { plainAddress } from '#server/platform/network-address.ts'
import { createIsExcluded } from './excluded-addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.0/24', '203.0.113.255', true],
  ['203.0.113.0/24', '203.0.114.0', false],
  ['203.0.113.0/24', '::ffff:203.0.113.9', true],
  ['2001:db8::7', '2001:0db8:0:0:0:0:0:7', true],
  ['2001:db8::7', '2001:db8::8', false],
  ['2001:db8:1::/48', '2001:db8:1:ffff::1', true],
  ['2001:db8:1::/48', '2001:db8:2::1', false],
  ['2001:db8::/127', '2001:db8::1', true],
  ['2001:db8::/127', '2001:db8::2', false],
  ['fe80::1', 'fe80::1%eth0', true],
  ['203.0.113.0/24', '', false],
  ['203.0.113.0/24', 'unknown', false],
])('the range %s with the address %s: %s', (range, address, isExcluded) => {
  expect(createIsExcluded([range])(plainAddress(address))).toBe(isExcluded)
})

describe('a visit from an excluded address', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase({ app: 30 })
    return () => db.drop()
  })
  afterEach(() => vi.unstubAllEnvs())
  const serve = useCollectors(() => db)

  // The tests' own address is the excluded office.
  async function makeExcluding(): Promise<TestPixel> {
    const pixel = await makePixel(db)
    await db.adminPool.query(`update pixel set excluded_addresses = '{127.0.0.0/24}' where campaign_id = $1`, [
      pixel.campaignId,
    ])
    return pixel
  }

  it('is only counted and not stored, whatever its kind; others are accepted', async () => {
    const { post } = await serve()
    const [excluding, otherPixel] = [await makeExcluding(), await makePixel(db)]
    for (const t of ['view', 'conversion']) expect((await post(viewOf(excluding, { t }))).status).toBe(204)
    await post(viewOf(otherPixel))
    expect(await hitsOf(db, excluding)).toEqual([])
    expect(await countsOf(db, excluding)).toMatchObject([{ reason: 'ip_excluded', count: 2 }])
    expect(await hitsOf(db, otherPixel)).toHaveLength(1)
  })

  it('that opts out of identification is counted as an opt-out', async () => {
    const { post } = await serve()
    const pixel = await makeExcluding()
    await post(viewOf(pixel), { 'sec-gpc': '1' })
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'privacy_gpc', count: 1 }])
  })

  it('would be stored if addresses were not compared', async () => {
    vi.stubEnv('PLANTED_FAULT', 'take-excluded-addresses')
    const { post } = await serve()
    const pixel = await makeExcluding()
    await post(viewOf(pixel))
    expect(await hitsOf(db, pixel)).toHaveLength(1)
  })
})
