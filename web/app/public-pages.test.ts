import { expect, test } from 'vitest'
import { findPublicPage } from './public-pages.ts'

const load = () => Promise.reject(new Error('not shown here'))
const pages = [
  { path: 'invite/$token', load },
  { path: 'agency-register/$code?', load },
  { path: 'terms', load },
]
const matchOf = (pathname: string): unknown => {
  const place = findPublicPage(pathname, pages)
  return place && [place.page.path, place.params]
}

test('a public page is found by its path, with its parameters unescaped', () => {
  expect(matchOf('/invite/a%20b')).toEqual(['invite/$token', { token: 'a b' }])
  expect(matchOf('/terms')).toEqual(['terms', {}])
  expect(matchOf('/terms/')).toEqual(['terms', {}])
})

test('a last parameter can be omitted if the page declares it optional', () => {
  expect(matchOf('/agency-register')).toEqual(['agency-register/$code?', {}])
  expect(matchOf('/agency-register/x1')).toEqual(['agency-register/$code?', { code: 'x1' }])
  expect(matchOf('/invite')).toBeNull()
})

test('no other path is a public page', () => {
  for (const pathname of ['/', '/login', '/terms/of', '/invite/a/b', '/invite/%E0%A4%A'])
    expect(matchOf(pathname)).toBeNull()
})
