import { describe, expect, it } from 'vitest'
import { nextSort, readTableQuery, searchOfList } from './table-state.ts'

const filters = [
  { key: 'status', label: 'Status', all: 'All statuses', options: [{ value: 'active', label: 'Active' }] },
]
const queryOf = (search: Record<string, string>) => readTableQuery(search, filters, ['name', 'created_at'])

describe('the state of a list in the URL', () => {
  it('starts at the first page of ten rows, unsorted and unfiltered', () => {
    expect(queryOf({})).toEqual({
      page: 1,
      perPage: 10,
      sort: 'all',
      order: 'all',
      search: '',
      filters: { status: 'all' },
    })
  })

  it('round-trips', () => {
    const search = { page: '7', rows: '50', sort: 'created_at', order: 'desc', search: '007', status: 'active' }
    expect(queryOf(search)).toEqual({
      page: 7,
      perPage: 50,
      sort: 'created_at',
      order: 'desc',
      search: '007',
      filters: { status: 'active' },
    })
  })

  it.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'x'],
    ['rows', '7'],
    ['rows', '1000'],
    ['sort', 'password'],
    ['order', 'desc'],
    ['status', 'everything'],
  ])('falls back to the default when an edited %s says %s', (key, value) => {
    expect(queryOf({ [key]: value })).toEqual(queryOf({}))
  })

  it('keeps apart two lists of one page', () => {
    const search = { page: '2', status: 'active', 'invoices-page': '3' }
    expect(queryOf(searchOfList(search, 'invoices-'))).toEqual({ ...queryOf({}), page: 3 })
    expect(queryOf(searchOfList(search, ''))).toMatchObject({ page: 2, filters: { status: 'active' } })
  })

  it('sorts ascending, then descending, then not at all; another column starts over', () => {
    expect(nextSort({ sort: 'all', order: 'all' }, 'name')).toEqual({ sort: 'name', order: 'asc' })
    expect(nextSort({ sort: 'name', order: 'asc' }, 'name')).toEqual({ sort: 'name', order: 'desc' })
    expect(nextSort({ sort: 'name', order: 'desc' }, 'name')).toEqual({ sort: undefined, order: undefined })
    expect(nextSort({ sort: 'name', order: 'desc' }, 'created_at')).toEqual({ sort: 'created_at', order: 'asc' })
  })
})
