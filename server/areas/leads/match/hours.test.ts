import { beforeAll, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld } from '#server/test/search-world.ts'

const hour_ms = 3_600_000

let world: SearchWorld
beforeAll(async () => {
  world = await createSearchWorld()
  return () => world.close()
})

test('whoever searches outside the hours of a campaign becomes a lead once it is open, on the same day', async () => {
  // It is noon on a Monday in Chicago.
  const campaign = await world.makeSearchCampaign({}, { active_days: '{1}', active_from: 15, active_to: 18 })
  const person = await world.makePerson()
  await world.search(person)
  expect(await world.outcomes(campaign)).toEqual(['outside_hours'])
  // While it is closed nobody is offered again.
  world.clock.advance(hour_ms)
  expect(await world.outcomes(campaign)).toEqual(['outside_hours'])
  world.clock.advance(2 * hour_ms)
  expect(await world.outcomes(campaign)).toEqual(['outside_hours', 'lead'])
})
