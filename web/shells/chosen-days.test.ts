import { expect, test } from 'vitest'
import { chosenDays, rangeProblem } from './chosen-days.ts'

const today = '2026-03-01'

test('a period is a preset, or any days that the user names', () => {
  expect(chosenDays({}, today)).toEqual({ start: '2026-01-31', end: today, choice: '30' })
  expect(chosenDays({ days: '7' }, today)).toEqual({ start: '2026-02-23', end: today, choice: '7' })
  expect(chosenDays({ days: 'yesterday' }, today)).toEqual({
    start: '2026-02-28',
    end: '2026-02-28',
    choice: 'yesterday',
  })
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
