import { describe, expect, it } from 'vitest'
import { countDays, countOperations, firstDayOf } from './count-usage.ts'

const data = [
  { date: '2026-11-18', operation: 'listDeveloperLeads', status: 200, calls: 5 },
  { date: '2026-11-20', operation: 'listDeveloperLeads', status: 200, calls: 2 },
  { date: '2026-11-20', operation: 'listDeveloperLeads', status: 429, calls: 1 },
  { date: '2026-11-21', operation: 'listDeveloperClients', status: 200, calls: 9 },
]

describe('call counts', () => {
  it('contain every day, even without calls, next to the previous period', () => {
    expect(countDays({ to: '2026-11-21', data }, 2)).toEqual([
      { date: '2026-11-20', calls: 3, failed: 1, previous: { calls: 5, failed: 0 } },
      { date: '2026-11-21', calls: 9, failed: 0, previous: { calls: 0, failed: 0 } },
    ])
    expect(firstDayOf(Date.parse('2026-11-21T23:59:59Z'), 2)).toBe('2026-11-20')
  })

  it('are totaled by operation from a given day, the busiest first', () => {
    expect(countOperations({ data }, '2026-11-20')).toEqual([
      { operation: 'listDeveloperClients', calls: 9, failed: 0, statuses: '' },
      { operation: 'listDeveloperLeads', calls: 3, failed: 1, statuses: '429: 1' },
    ])
  })
})
