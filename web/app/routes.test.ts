import { describe, expect, it } from 'vitest'
import { addressOf, findPlace, places } from '#contract/guards/places.ts'
import { standingOf } from '#contract/guards/access-context.test-support.ts'
import { addressProblem } from '#contract/branding/reserved-addresses.ts'
import { publicPaths } from '#contract/guards/public-paths.ts'
import { publicPages } from './public-pages.ts'
import { modulePages, pages } from './routes.tsx'

describe('the pages', () => {
  const standing = standingOf('rootSystem')
  const paths = [...pages.map(({ path }) => path), ...modulePages.map(({ path }) => `{module}/${path}`)]

  it.each(paths)('%s has a place in the guards, which say whom it is for', (path) => {
    expect(findPlace(standing, addressOf(standing, path))).not.toBe(null)
  })

  it('for visitors are those that the server knows, besides the login', () => {
    expect(['login', ...publicPages.map(({ path }) => path)].toSorted()).toEqual([...publicPaths].toSorted())
  })

  it('are there once each', () => {
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('OQ-45: have addresses that no module can be given, as have the pages for visitors and what the server answers itself', () => {
    const firstOf = (path: string): string => path.replace(/^\//, '').split('/')[0]!.toLowerCase()
    const own = [...places, ...pages].map(({ path }) => firstOf(path)).filter((first) => !first.startsWith('{'))
    const open = publicPages.map(({ path }) => firstOf(path)).filter((first) => /^[a-z]/.test(first))
    const servers = ['api', 'assets', 'collect', 'domains', 'healthz', 'readyz', 'metrics']
    const all = [...new Set([...own, ...open, ...servers])]
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter((address) => addressProblem(address, []) === null)).toEqual([])
    expect(addressProblem('visitor-finder', ['searchid'])).toBe(null)
  })
})
