import { describe, expect, it } from 'vitest'
import { addressOf, findProtectedPage, protectedPages } from '#contract/guards/protected-pages.ts'
import { contextOf } from '#contract/guards/access-context.test-support.ts'
import { addressProblem } from '#contract/branding/reserved-addresses.ts'
import { publicPaths } from '#contract/guards/public-paths.ts'
import { publicPages } from './public-pages.ts'
import { modulePages, pages } from './routes.tsx'

describe('the pages', () => {
  const access = contextOf('rootSystem')
  const paths = [...pages.map(({ path }) => path), ...modulePages.map(({ path }) => `{module}/${path}`)]

  it.each(paths)('%s is in the guards, which define who can see it', (path) => {
    expect(findProtectedPage(access, addressOf(access, path))).not.toBe(null)
  })

  it('that are public are those that the server knows, besides the login page', () => {
    expect(['login', ...publicPages.map(({ path }) => path)].toSorted()).toEqual([...publicPaths].toSorted())
  })

  it('are unique', () => {
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('OQ-45: have paths that no module can be given, as do public pages and the server’s own paths', () => {
    const firstOf = (path: string): string => path.replace(/^\//, '').split('/')[0]!.toLowerCase()
    const pageWords = [...protectedPages, ...pages]
      .map(({ path }) => firstOf(path))
      .filter((first) => !first.startsWith('{'))
    const publicWords = publicPages.map(({ path }) => firstOf(path)).filter((first) => /^[a-z]/.test(first))
    const servers = ['api', 'assets', 'collect', 'domains', 'healthz', 'readyz', 'metrics']
    const all = [...new Set([...pageWords, ...publicWords, ...servers])]
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter((address) => addressProblem(address, []) === null)).toEqual([])
    expect(addressProblem('visitor-finder', ['searchid'])).toBe(null)
  })
})
