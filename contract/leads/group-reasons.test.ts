import { expect, test } from 'vitest'
import { groupReasons } from './group-reasons.ts'
import { reasonGroups } from './reason-groups.ts'
import { reasons, reasonTable } from './reasons.ts'

test('every visit is counted in exactly one group, and no group is left out', () => {
  const counts = reasons.map((reason, index) => ({ reason, count: index + 1 }))
  const groups = groupReasons(counts)
  expect(groups.map(({ group }) => group)).toEqual(reasonGroups)
  expect(groups.flatMap((one) => one.reasons.map(({ reason }) => reason)).toSorted()).toEqual([...reasons].toSorted())
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total)
})

test('the largest reason of a group comes first', () => {
  const counts = [
    { reason: 'bot', count: 2 },
    { reason: 'no_key', count: 40 },
    { reason: 'no_match', count: 2 },
    { reason: 'lead', count: 7 },
  ] as const
  const groups = new Map(groupReasons(counts).map((one) => [one.group, one]))
  expect(groups.get('unidentified')).toEqual({
    group: 'unidentified',
    count: 44,
    reasons: [counts[1], counts[0], counts[2]],
  })
  expect(groups.get('lead')!.count).toBe(7)
  expect(groups.get('limits')).toEqual({ group: 'limits', count: 0, reasons: [] })
})

test('only leads are said to have become leads, and whoever asked for privacy is counted as that', () => {
  const inGroup = (name: string) => reasons.filter((reason) => reasonTable[reason].group === name)
  expect(inGroup('lead')).toEqual(['lead'])
  expect(inGroup('privacy')).toEqual([
    'privacy_gpc',
    'privacy_opt_out',
    'privacy_consent',
    'privacy_region',
    'page_sensitive',
    'opted_out',
    'region_forbidden',
  ])
})
