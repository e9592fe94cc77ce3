import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { hash } from 'node:crypto'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { collectBody } from '#contract/tracking/collect-body.ts'
import { queueSnippet, scriptSnippet } from '#contract/tracking/snippets.ts'
import { callPixel, KEY, PixelSite, shortenPauses } from '../e2e/support/pixel-site.ts'
import { buildAddressPart, buildConsentPart, buildDebugger, buildPixel } from './build.ts'

const site = await PixelSite.open({
  ...(await buildPixel()),
  consentScript: await buildConsentPart(),
  addressScript: await buildAddressPart(),
  debugScript: await buildDebugger(),
})
afterAll(() => site.close())
let page: Page
const lid = (...call: unknown[]): Promise<void> => callPixel(page, ...call)

beforeEach(async () => {
  page = await site.newVisitor()
  site.html = scriptSnippet(site.source)
})

/** What scripts of a page do to it before the pixel comes, in words and as the scripts. */
const spoilers: readonly [string, () => void][] = [
  ['has no fetch', () => Reflect.deleteProperty(window, 'fetch')],
  [
    'has a fetch that throws',
    () =>
      (window.fetch = () => {
        throw new Error('broken')
      }),
  ],
  ['has a fetch that gives nothing', () => (window.fetch = () => undefined as never)],
  ['has a fetch that never answers', () => (window.fetch = () => new Promise(() => {}))],
  ['has a fetch that refuses', () => (window.fetch = () => Promise.reject(new Error('broken')))],
  ['has a fetch that lies', () => (window.fetch = () => Promise.resolve(new Response('{}')))],
  ['has a text in place of fetch', () => (window.fetch = 'none' as never)],
  ['has no JSON', () => ((window as { JSON?: unknown }).JSON = undefined)],
  ['has a JSON of MooTools', () => ((window as { JSON?: unknown }).JSON = { encode: String, decode: String })],
  [
    'has a JSON.stringify that quotes twice',
    () => (JSON.stringify = ((text: unknown) => `"${String(text)}"`) as never),
  ],
  [
    'has a JSON that throws',
    () => {
      JSON.stringify = JSON.parse = () => {
        throw new Error('broken')
      }
    },
  ],
  [
    'has toJSON of Prototype.js',
    () => {
      for (const one of [Array, String, Number, Boolean, Object])
        (one.prototype as { toJSON?: unknown }).toJSON = () => '"spoilt"'
    },
  ],
  [
    'has methods of arrays that throw',
    () => {
      for (const name of Object.getOwnPropertyNames(Array.prototype))
        // The test's own browser needs these.
        if (!['constructor', 'length', 'push', 'values', 'includes'].includes(name))
          Array.prototype[name as never] = (() => {
            throw new Error(name)
          }) as never
    },
  ],
  [
    'has methods of arrays that give themselves',
    () => {
      for (const name of [
        'map',
        'filter',
        'slice',
        'splice',
        'concat',
        'join',
        'indexOf',
        'forEach',
        'includes',
        'find',
        'reduce',
      ])
        Array.prototype[name as never] = function (this: unknown) {
          return this
        } as never
    },
  ],
  ['has additions to every array', () => ((Array.prototype as { each?: unknown }).each = () => 1)],
  ['has additions to every object', () => Object.assign(Object.prototype, { extend: () => 1, clone: 'x', each: [] })],
  [
    'has another Promise',
    () =>
      ((window as { Promise?: unknown }).Promise = class {
        then() {
          throw new Error('broken')
        }
      }),
  ],
  [
    'has a Promise whose methods are gone',
    () => {
      Promise.resolve = Promise.all = (() => {
        throw new Error('broken')
      }) as never
    },
  ],
  [
    'has no sendBeacon',
    () =>
      (navigator.sendBeacon = () => {
        throw new Error('broken')
      }),
  ],
  [
    'may use no storage',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
  ],
  [
    'may use no cookies',
    () => {
      const refuse = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
    },
  ],
  [
    'may use neither storage nor cookies',
    () => {
      const refuse = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
      Object.defineProperty(window, 'localStorage', { get: refuse })
    },
  ],
  ['has null in storage', () => (localStorage['_lid'] = 'null')],
  ['has a number in storage', () => (localStorage['_lid'] = '5')],
  ['has no currentScript', () => Object.defineProperty(document, 'currentScript', { value: null })],
]

/** Not an init script, which the browser would run in the pixel's own frame, too. */
const spoiltBy = (spoil: () => void, calls: string): string =>
  `<script>(${spoil.toString()})()</script>${queueSnippet(site.source)}<script>${calls}</script>`

describe('a page that', () => {
  it.each(spoilers)('%s gets the hits of any other page, also those sent again', async (_what, spoil) => {
    site.html = spoiltBy(spoil, String.raw`lid('event', 'a "cart"\n', { value: 2.5 })`)
    await shortenPauses(page)
    let refusals = 1
    site.reply = () => ({ status: refusals-- > 0 ? 503 : 204 })
    await page.goto(`${site.origin}/shoes?utm_source=mail&token=1&hem=${'a'.repeat(32)}`)
    const hits = (await site.expectHits(3)).map((hit) => collectBody.parse(hit))
    const view = { k: KEY, t: 'view', u: `${site.origin}/shoes?utm_source=mail`, d: 'A page', h: ['a'.repeat(32)] }
    expect(hits).toMatchObject([view, { k: KEY, t: 'event', n: 'a "cart"\n', x: 2.5, h: [] }, view])
    expect(hits[2]).toEqual(hits[0])
    expect(new Set(hits.map((hit) => 'v' in hit && hit.v)).size).toBe(1)
    expect(site.errors).toEqual([])
  })

  it('may use no cookies keeps an opt-out', async () => {
    site.html = spoiltBy(spoilers.find(([what]) => what === 'may use no cookies')![1], `lid('optout')`)
    await page.goto(site.origin)
    expect(await site.expectBodies(1)).toEqual([{ k: KEY, p: 'optout' }])
  })
})

describe('a tag', () => {
  const asModule = (html: string): string => html.replace('<script async', '<script type="module"')

  it('that is a module counts once, also twice and beside itself as a script', async () => {
    site.html = asModule(scriptSnippet(site.source)).repeat(2) + scriptSnippet(site.source)
    await page.goto(site.origin)
    await site.expectHits(1)
    await lid('event', 'x')
    await site.expectHits(2)
  })

  it.each([
    ['a script and a module', (html: string) => html, asModule],
    ['a module and a script', asModule, (html: string) => html],
  ])('of two campaigns as %s serves both', async (_what, one, other) => {
    site.html = one(scriptSnippet(site.source)) + other(scriptSnippet({ ...site.source, key: 'other' }))
    await page.goto(site.origin)
    const hits = await site.expectHits(2)
    expect(hits.map((hit) => hit.k).toSorted()).toEqual([KEY, 'other'])
  })
})

const sha256 = (text: string): string => hash('sha256', text)
const hashOf = (text: string): string | null => {
  const address = readEmailAddress(text)
  return address === null ? null : sha256(address)
}

const spellings = [
  'zw@example.com',
  ' ZW@Example.COM ',
  'zw@example.com\u200B',
  '\uFEFFzw@example.com',
  'z\u00ADw@exam\u200Dple.com',
  '\u202Azw@example.com\u202C',
  "'zw@example.com'",
  '"zw@example.com"',
  '“zw@example.com”',
  '«zw@example.com»',
  '\u00A0zw@example.com\u202F',
  'mailto:zw@example.com',
  '<zw@example.com>',
  'Zoë Weber <zw@example.com>',
  '"Weber, Zoë" <zw@example.com>,',
  '[Zoë](mailto:zw@example.com)',
  'zw@example.com (Zoë Weber)',
  'zw@example.com.',
  'ｚｗ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  'zw@example。com',
  'zw@BÜCHER.example',
  'zw@bu\u0308cher.example',
  'jose\u0301@example.com',
  'a+b@example.com',
  "o'neil@example.com",
]

describe('an address', () => {
  it.each(spellings)('%j in the page’s URL has the hash of lists', async (text) => {
    await page.goto(`${site.origin}/?e=${encodeURIComponent(text)}&x=1`)
    const [hit] = await site.expectHits(1)
    expect(hit!.h).toEqual([hashOf(text)])
    expect(page.url()).toBe(`${site.origin}/?x=1`)
    expect(site.received.map(({ text: body, headers }) => body + headers.referer).join()).not.toMatch(/zw|@/i)
  })

  it('in any text is read as lists read it, or is none', async () => {
    const piece = fc.constantFrom(
      'zw',
      'Jo',
      '@',
      '.',
      '<',
      '>',
      '"',
      "'",
      ' ',
      'mailto:',
      'example',
      'com',
      'ü',
      '\u200B',
      '＠',
      '%',
      ',',
    )
    const texts = fc.sample(
      fc.array(piece, { minLength: 3, maxLength: 12 }).map((parts) => parts.join('')),
      25,
    )
    await page.goto(site.origin)
    // The view of the page itself.
    await site.expectHits(1)
    for (const text of [...spellings, ...texts]) {
      site.received = []
      await lid('identify', { email: text })
      // A sign that is escaped a second time is none to the pixel.
      const isRead = hashOf(text) !== null && /[@＠]/.test(text)
      if (!isRead) await page.waitForTimeout(300)
      const [hit] = isRead ? await site.expectHits(1) : site.hits
      expect([text, hit?.h?.[0] ?? null]).toEqual([text, isRead ? hashOf(text) : null])
    }
  })

  it('costs no hit where the part for addresses cannot be loaded', async () => {
    await page.route('**/collect-address.js*', (route) => route.abort())
    await page.goto(`${site.origin}/?e=zw@example.com`)
    const [hit] = await site.expectHits(1)
    expect(hit!.h).toEqual([null])
    expect(page.url()).toBe(`${site.origin}/`)
  })
})
