import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { returnPath } from './login-paths.ts'

describe('the page requested before signing in', () => {
  beforeEach(() => vi.stubGlobal('location', { origin: 'http://acme.localhost:8080' }))
  afterEach(() => vi.unstubAllGlobals())

  it('is the requested path and query', () => {
    expect(returnPath('?next=%2Fsiteid%2Fleads%3Fpage%3D2')).toBe('/siteid/leads?page=2')
  })

  it('includes the part of the page that a link named', () => {
    expect(returnPath('?next=%2Fsiteid%2Fcampaign-management%2F1%23destinations')).toBe(
      '/siteid/campaign-management/1#destinations',
    )
  })

  it.each([
    '',
    '?next=',
    '?next=https%3A%2F%2Fevil.test%2F',
    '?next=%2F%2Fevil.test',
    '?next=%2F%5Cevil.test',
    '?next=javascript%3Aalert(1)',
    '?next=%2Flogin',
    '?next=%2Flogin%3Fnext%3D%2Fx',
    '?next=%2F',
  ])('is never another host or the login page: %s', (search) => {
    expect(returnPath(search)).toBe('/')
  })
})
