import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition } from '#contract/integrations/conditions.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { propertySeed } from '#server/test/property-seed.ts'
import { chooseDestinations, fulfills, type RoutedDestination } from './choose-destinations.ts'

// Which destinations get which leads (decision 317).

const today = '2026-11-20'
const destination = (id: string, more: Partial<RoutedDestination> = {}): RoutedDestination => ({
  id,
  campaign_id: 'campaign',
  conditions: [],
  share: null,
  daily_cap: null,
  cap_day: null,
  cap_used: 0,
  today,
  is_off: false,
  ...more,
})
const leadsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: uuidOf(['lead', String(at)]), campaign_id: 'campaign' }))
const countsOf = (assignments: readonly { destinationId: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { destinationId } of assignments) counts[destinationId] = (counts[destinationId] ?? 0) + 1
  return counts
}

describe('conditions', () => {
  const lead = { id: '1', campaign_id: 'campaign', state: 'TX', city: 'San Antonio', phone: null, email: ' a@B.test ' }
  test.each<[Condition['field'], Condition['operator'], string, boolean]>([
    ['state', 'equals', 'tx', true],
    ['state', 'equals', 'T', false],
    ['state', 'differs', 'TX', false],
    ['city', 'contains', 'ANTON', true],
    ['phone', 'present', '', false],
    ['phone', 'absent', '', true],
    ['phone', 'differs', '1', true],
    ['email', 'equals', 'a@b.test', true],
    ['zip', 'contains', '7', false],
  ])('%s %s %j: %j', (field, operator, value, holds) => {
    expect(fulfills(lead, [{ field, operator, value }])).toBe(holds)
  })

  test('hold together; none hold for every lead', () => {
    expect(fulfills(lead, [])).toBe(true)
    const texas: Condition = { field: 'state', operator: 'equals', value: 'TX' }
    expect(fulfills(lead, [texas, { field: 'phone', operator: 'present', value: '' }])).toBe(false)
  })
})

describe('turns', () => {
  test('give each lead to exactly one destination, in proportion, always the same', () => {
    const group = [destination('a', { share: 70 }), destination('b', { share: 30 }), destination('every')]
    const counts = countsOf(chooseDestinations(leadsOf(2_000), group))
    expect(counts['every']).toBe(2_000)
    expect(counts['a']! + counts['b']!).toBe(2_000)
    expect(Math.abs(counts['a']! - 1_400)).toBeLessThan(80)
    expect(countsOf(chooseDestinations(leadsOf(2_000), group.toReversed()))).toEqual(counts)
  })

  test('pass over a destination that is off, unless all are', () => {
    const on = destination('on', { share: 1 })
    expect(countsOf(chooseDestinations(leadsOf(50), [destination('off', { share: 99, is_off: true }), on]))).toEqual({
      on: 50,
    })
    expect(countsOf(chooseDestinations(leadsOf(50), [destination('off', { share: 1, is_off: true })]))).toEqual({
      off: 50,
    })
  })

  test('pass on what is beyond a cap today, and wait for the day after once all are used up', () => {
    const group = [destination('a', { share: 1, daily_cap: 10 }), destination('b', { share: 1, daily_cap: 5 })]
    const assignments = chooseDestinations(leadsOf(40), group)
    expect(assignments).toHaveLength(40)
    expect(countsOf(assignments.filter(({ day }) => day === null))).toEqual({ a: 10, b: 5 })
    expect(assignments.slice(15).every(({ day }) => day !== null && day > today)).toBe(true)
  })
})

test('no lead is lost or doubled, and no day has more than its cap, whatever the destinations are', () => {
  const one = fc.record({
    share: fc.option(fc.integer({ min: 1, max: 100 })),
    daily_cap: fc.option(fc.integer({ min: 1, max: 8 })),
    is_off: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 60 }), (all, count) => {
      const destinations = all.map((more, at) => destination(`d${at}`, more))
      const assignments = chooseDestinations(leadsOf(count), destinations)
      const pairs = new Set(assignments.map(({ leadId, destinationId }) => `${leadId} ${destinationId}`))
      expect(pairs.size).toBe(assignments.length)
      const turns = all.some(({ share }) => share !== null) ? 1 : 0
      expect(assignments).toHaveLength(count * (all.filter(({ share }) => share === null).length + turns))
      const days = countsOf(assignments.map(({ destinationId, day }) => ({ destinationId: `${destinationId} ${day}` })))
      for (const [key, count] of Object.entries(days)) {
        const { daily_cap } = destinations.find(({ id }) => key.startsWith(`${id} `))!
        expect(count).toBeLessThanOrEqual(daily_cap ?? Infinity)
      }
    }),
    { seed: propertySeed, numRuns: 100 },
  )
})
