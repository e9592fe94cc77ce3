import { expect, test } from 'vitest'
import { openSearchWorld } from '#server/test/search-world.ts'

const hour_ms = 3_600_000

const world = await openSearchWorld()

test('a person who searches outside a campaign’s hours becomes a lead once it opens, on the same day', async () => {
  // Noon on a Monday in Chicago.
  const campaign = await world.makeSearchCampaign({}, { active_hours: ['mon 15:00-18:00'] })
  const person = await world.makePerson()
  await world.search(person)
  expect(await world.outcomes(campaign)).toEqual(['outside_hours'])
  // While the campaign is closed, no one is retried.
  world.clock.advance(hour_ms)
  expect(await world.outcomes(campaign)).toEqual(['outside_hours'])
  world.clock.advance(2 * hour_ms)
  expect(await world.outcomes(campaign)).toEqual(['outside_hours', 'lead'])
})

test('a person deferred by even pacing becomes a lead on the same day, once the next lead is due', async () => {
  // It is 3 p.m. by now.
  const even = { limit_leads: 2, spreads_evenly: true, active_hours: ['mon 15:00-24:00'] }
  const campaign = await world.makeSearchCampaign({}, even)
  for (let one = 0; one < 2; one++) await world.search(await world.makePerson())
  expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'paced'])
  expect(await world.outcomes(campaign)).toHaveLength(2)
  world.clock.advance(5 * hour_ms)
  expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'lead', 'paced'])
})
