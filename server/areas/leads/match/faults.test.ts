import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PlantableFault } from '#server/platform/planted-fault.ts'
import { createSearchWorld, type SearchWorld } from '#server/test/search-world.ts'

// What search campaigns guarantee, as checks that pass in the product and fail with the planted fault of that name.

let world: SearchWorld
beforeEach(async () => {
  world = await createSearchWorld()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await world.close()
})

const checks: Partial<Record<PlantableFault, () => Promise<void>>> = {
  'skip-negative-keywords': async () => {
    const campaign = await world.makeSearchCampaign({ keyword: 'roof repair\n-free' })
    await world.search(await world.makePerson(), { text: 'free roof repair' })
    expect(await world.outcomes(campaign)).toEqual(['negative_keyword'])
  },
  'skip-search-window': async () => {
    const campaign = await world.makeSearchCampaign({ windowDays: 3 })
    await world.search(await world.makePerson(), { at_ms: world.clock.now() - 4 * 86_400_000 })
    expect(await world.outcomes(campaign)).toEqual(['search_too_old'])
  },
  'skip-search-minimum': async () => {
    const campaign = await world.makeSearchCampaign({ leastSearches: 2 })
    await world.search(await world.makePerson())
    expect(await world.outcomes(campaign)).not.toContain('lead')
  },
  'skip-record-age': async () => {
    const campaign = await world.makeEnhanceCampaign()
    await world.search(await world.makeCompletePerson({ updated_at: new Date(world.clock.now() - 91 * 86_400_000) }))
    expect(await world.outcomes(campaign)).toEqual(['record_old'])
  },
  'skip-known-information': async () => {
    const campaign = await world.makeEnhanceCampaign({ leastKnown: 6 })
    await world.search(await world.makeCompletePerson())
    expect(await world.outcomes(campaign)).toEqual(['too_little_known'])
  },
  'report-searches-twice': async () => {
    const campaign = await world.makeSearchCampaign()
    await world.search(await world.makePerson())
    await world.outcomes(campaign)
    await world.db.adminPool.query('update signal_watermark set done_tx = 0')
    expect(await world.outcomes(campaign)).toHaveLength(1)
  },
}

describe.each(Object.entries(checks))('the check against the planted fault %s', (fault, check) => {
  test('passes without it', () => check())

  test('fails with it', async () => {
    vi.stubEnv('PLANTED_FAULT', fault)
    await expect(check()).rejects.toThrow()
  })
})
