import { expect, test } from 'vitest'
import { gridOf } from './grid.ts'

test('each column has its share, whatever its rows contain; hidden columns give their space to the others', () => {
  const columns = [
    { key: 'name' },
    { key: 'email', hideBelow: 'md' },
    { key: 'created', size: 'date', hideBelow: 'lg' },
    { key: 'seen', size: 'time', hideBelow: 'lg' },
    { key: 'leads', align: 'end' },
    { key: 'actions' },
  ] as const
  expect(gridOf(columns)).toEqual({
    '--wide': '48rem',
    '--columns-all': 'minmax(0, 2.4fr) minmax(0, 1.5fr) 7.75rem 10rem minmax(6rem, 1fr) 8rem',
    '--columns-lg': 'minmax(0, 2.4fr) minmax(0, 1.5fr) minmax(6rem, 1fr) 8rem',
    '--columns-md': 'minmax(0, 2.4fr) minmax(6rem, 1fr) 8rem',
  })
})

test('a column has the width that its reader gave it, and the others stay readable', () => {
  const columns = [{ key: 'name' }, { key: 'email' }, { key: 'city' }] as const
  expect(gridOf(columns, { email: 20 })).toMatchObject({
    '--wide': '36rem',
    '--columns-all': 'minmax(6rem, 2.4fr) 20rem minmax(6rem, 1.5fr)',
  })
})
