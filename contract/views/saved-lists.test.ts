import { expect, test } from 'vitest'
import { readListState } from './saved-lists.ts'

const state = {
  days: '7',
  status: 'won',
  client: 'a',
  columns: 'name,wholesale,gone,email',
  sort: 'email',
  order: 'asc',
}

test('a view keeps what its list knows', () => {
  expect(readListState('leads', { ...state, gone: 'x', toString: 'x' }, false)).toEqual({
    ...state,
    columns: 'name,wholesale,email',
  })
})

test('a view leaves out filters and columns that clients don’t have', () => {
  expect(readListState('leads', state, true)).toEqual({
    days: '7',
    status: 'won',
    columns: 'name,email',
    sort: 'email',
    order: 'asc',
  })
})

test('a client’s view of a list names no client, and days that were chosen by date are kept', () => {
  const visits = {
    days: 'own',
    start: '2026-11-01',
    end: '2026-11-02',
    reason: 'no_match',
    client: 'a',
    columns: 'why',
  }
  expect(readListState('visits', visits, true)).toEqual({
    days: 'own',
    start: '2026-11-01',
    end: '2026-11-02',
    reason: 'no_match',
  })
})

test('a view without any known column has the usual ones, and parts that cannot be read are dropped', () => {
  const brokenState = { columns: 'gone', days: 7, status: 'x'.repeat(301) } as never
  expect(readListState('leads', brokenState, false)).toEqual({})
})
