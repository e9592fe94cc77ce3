import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageTest } from './match-pages.ts'

const takes = (rules: { include?: string[]; exclude?: string[] }, address: string): boolean =>
  pageTest({ include: [], exclude: [], ...rules })(address)
const meets = (rule: string, address: string): boolean => takes({ include: [rule] }, address)

test.each([
  ['/pricing', 'https://shop.example/pricing', true],
  ['/pricing', 'https://shop.example/pricing/', true],
  ['/pricing/', 'https://shop.example/pricing', true],
  ['/pricing', 'https://shop.example/pricing?utm_source=x#top', true],
  ['/pricing', 'https://shop.example/pricing/teams', false],
  ['/pricing', 'https://shop.example/Pricing', false],
  ['/pricing*', 'https://shop.example/pricing-2026/teams', true],
  ['/blog/*', 'https://shop.example/blog/a/b', true],
  ['/blog/*', 'https://shop.example/blog', true],
  ['/blog/*', 'https://shop.example/blogs', false],
  ['/*/plans', 'https://shop.example/en/us/plans', true],
  ['/a*a', 'https://shop.example/a', false],
  ['/', 'https://shop.example', true],
  ['/', 'https://shop.example/about', false],
  ['/*', 'https://shop.example', true],
  ['shop.example/*', 'https://shop.example:8443/about', true],
  ['SHOP.example/*', 'https://shop.example/about', true],
  ['shop.example/', 'https://www.shop.example/', false],
  ['*.shop.example/*', 'https://www.eu.shop.example/x', true],
  ['*.shop.example/*', 'https://shop.example/x', false],
  ['*.shop.example/*', 'https://workshop.example/x', false],
  ['/café', 'https://shop.example/caf%C3%A9', true],
  ['/caf%c3%a9', 'https://shop.example/café', true],
  ['/a%2fb', 'https://shop.example/a%2Fb', true],
  ['/a/b', 'https://shop.example/a%2Fb', false],
  ['/50%', 'https://shop.example/50%', true],
  ['/%2A', 'https://shop.example/anything', false],
  ['/%2A', 'https://shop.example/*', true],
  ['/*', '', false],
])('the rule %s matches the page %s: %s', (rule, address, isMet) => {
  expect(meets(rule, address)).toBe(isMet)
})

test('an excluded page never counts, and any other page counts if it is included or no page is', () => {
  const both = { include: ['/shop/*'], exclude: ['/shop/help*'] }
  expect(takes(both, 'https://a.example/shop/shoes')).toBe(true)
  expect(takes(both, 'https://a.example/shop/help/returns')).toBe(false)
  expect(takes(both, 'https://a.example/about')).toBe(false)
  expect(takes({ exclude: ['/about'] }, 'https://a.example/shop')).toBe(true)
  expect(takes({ exclude: ['/about'] }, '')).toBe(true)
})

test('rules match like a regular expression with the same stars, in bounded time', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '-'), maxLength: 6 })
  const path = fc.array(word, { maxLength: 5 }).map((words) => `/x${words.join('')}`)
  const rule = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `/x${words.filter(Boolean).join('*')}`)
  const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const model = (pattern: string, page: string): boolean => {
    const whole = new RegExp(`^${pattern.split('*').map(escape).join('.*')}$`)
    return [page, `${page}/`, page.endsWith('/') ? page.slice(0, -1) : page].some((one) => whole.test(one))
  }
  fc.assert(
    fc.property(rule, path, (pattern, page) => {
      expect(meets(pattern, `https://a.example${page}`)).toBe(model(pattern, page))
    }),
    { numRuns: 2_000 },
  )
  const stars = `/${'a*'.repeat(140)}b`
  expect(meets(stars, `https://a.example/${'a'.repeat(1_900)}`)).toBe(false)
})
