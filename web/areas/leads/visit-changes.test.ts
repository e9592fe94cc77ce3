import { expect, test } from 'vitest'
import { reasons, reasonTable } from '#contract/leads/reasons.ts'
import { changeOf, unchangeableText } from './visit-changes.ts'

test('every rule and limit that is somebody’s own says where it is changed', () => {
  const withoutChange = reasons
    .filter((reason) => ['rules', 'limits'].includes(reasonTable[reason].group))
    .filter((reason) => changeOf({ reason, cap_of: null }) === null)
  // What is known of a person, the operator's own list and the order of events are nobody's setting.
  expect(withoutChange).toEqual(['record_old', 'no_employer', 'excluded_root', 'no_earlier_visit'])
})

test('nobody is told to change what people decided for themselves', () => {
  for (const reason of reasons.filter((one) => reasonTable[one].group === 'privacy')) {
    expect(changeOf({ reason, cap_of: null })).toBeNull()
    expect(unchangeableText(reason)).toMatch(/privacy/)
  }
})

test('a spend cap is changed where it was set', () => {
  expect(changeOf({ reason: 'cap_reached', cap_of: 'client' })).toMatchObject({ at: 'client' })
  expect(changeOf({ reason: 'cap_reached', cap_of: 'campaign' })).toMatchObject({ at: 'campaign' })
})
