import { expect, test } from 'vitest'
import { chosenDays, filterDays, rangeProblem } from './chosen-days.ts'
import { filterValue } from './last-days.ts'

const today = '2026-03-01'

test('a period is a preset, or any days that the user names', () => {
  expect(chosenDays({}, today)).toEqual({ start: '2026-01-31', end: today, choice: '30' })
  expect(chosenDays({ days: '7' }, today)).toEqual({ start: '2026-02-23', end: today, choice: '7' })
  expect(chosenDays({ days: 'yesterday' }, today)).toEqual({
    start: '2026-02-28',
    end: '2026-02-28',
    choice: 'yesterday',
  })
  expect(chosenDays({ days: 'month' }, today)).toMatchObject({ start: '2026-03-01', end: today })
  expect(chosenDays({ days: 'before' }, today)).toMatchObject({ start: '2026-02-01', end: '2026-02-28' })
  const customDays = { days: 'own', start: '2026-02-10', end: '2026-02-10' }
  expect(chosenDays(customDays, today)).toEqual({ start: '2026-02-10', end: '2026-02-10', choice: 'own' })
})

test('an address that somebody edited shows the usual days', () => {
  const editedUrls: Record<string, string>[] = [
    { days: '12' },
    { days: 'own', start: '2026-02-30', end: today },
    { days: 'own', start: today, end: '2026-02-01' },
    { days: 'own' },
  ]
  for (const search of editedUrls) expect(chosenDays(search, today).choice).toBe('30')
})

test('a wrong day is named at its field', () => {
  expect(rangeProblem({ start: '', end: today })?.field).toBe('start')
  expect(rangeProblem({ start: today, end: '2026-02-01' })).toEqual({
    field: 'end',
    text: 'Choose a day on or after the first day.',
  })
  expect(rangeProblem({ start: today, end: today })).toBeNull()
})

test('a list is filtered by a preset or by a range, in one value', () => {
  expect(filterDays('yesterday', today)).toMatchObject({ start: '2026-02-28', end: '2026-02-28' })
  const days = { start: '2026-02-10', end: '2026-02-12' }
  expect(filterDays(filterValue(days), today)).toEqual({ ...days, choice: 'own' })
})

test.each(['', '12', 'own', '2026-02-10', '2026-02-12..2026-02-10', '2026-02-30..2026-03-01', '..', 'toString'])(
  'a list is not filtered by %j, which is no range of days',
  (value) => expect(filterDays(value, today)).toBeNull(),
)
