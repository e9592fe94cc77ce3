import { expect, test } from 'vitest'
import { pageQuery } from './page.ts'

test('R174: pages are requested by Page and PerPage, defaulting to the first ten, with at most a hundred rows', () => {
  const schema = pageQuery
  expect(schema.parse({})).toEqual({ Page: 1, PerPage: 10 })
  expect(schema.parse({ Page: '3', PerPage: '100' })).toEqual({ Page: 3, PerPage: 100 })
  for (const bad of [{ Page: '0' }, { PerPage: '101' }, { Page: 'x' }])
    expect(schema.safeParse(bad).success).toBe(false)
})
