import { describe, expect, it } from 'vitest'
import { filledPath } from './call.ts'

describe('the path of a call', () => {
  it('keeps a value with slashes and spaces in one segment', () => {
    expect(filledPath('/leads/{id}/{search}', { id: 'a/b', search: 'Harbor & Co' })).toBe(
      '/leads/a%2Fb/Harbor%20%26%20Co',
    )
  })

  it('uses “all” for missing or empty values', () => {
    expect(filledPath('/list/{group}/{search}/{sort}', { search: '', sort: 'name' })).toBe('/list/all/all/name')
  })
})
