import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { type CollectBody, HIT_CLOCK_TOLERANCE_MS, hitIdTimeMs } from '#contract/tracking/collect-body.ts'
import {
  gtmSnippet,
  noscriptSnippet,
  queueSnippet,
  scriptSnippet,
  thankYouSnippet,
} from '#contract/tracking/snippets.ts'
import { callPixel, KEY, PixelSite, shortenPauses } from '../e2e/support/pixel-site.ts'
import { buildAddressPart, buildConsentPart, buildPixel } from './build.ts'

const DAY_MS = 86_400_000

const site = await PixelSite.open({
  ...(await buildPixel()),
  addressScript: await buildAddressPart(),
  consentScript: await buildConsentPart(),
})
afterAll(() => site.close())
let page: Page
const lid = (...call: unknown[]): Promise<void> => callPixel(page, ...call)

const moveClock = (by_ms: number) =>
  page.addInitScript((ms) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ms
  }, by_ms)

/** Responds as `collect` does to an id whose time is outside the tolerance. */
const rejectWrongClock = (body: CollectBody) =>
  'i' in body && Math.abs(hitIdTimeMs(body.i) - Date.now()) > HIT_CLOCK_TOLERANCE_MS
    ? { status: 409, json: { now: Date.now() } }
    : { status: 204 }

const readUnsent = () =>
  page.evaluate((key) => JSON.parse(localStorage['_lid'] as string)[key] as string[] | undefined, KEY)

beforeEach(async () => {
  page = await site.newVisitor()
  site.html = queueSnippet(site.source)
})

describe('a hit that the server could not accept', () => {
  it.each([503, 429])('(%i) is resent unchanged, with the same id, until it is accepted', async (status) => {
    let refusals = 2
    await shortenPauses(page)
    site.reply = () => ({ status: refusals-- > 0 ? status : 204 })
    await page.goto(site.origin)
    await site.expectBodies(3)
    expect(new Set(site.received.map(({ text }) => text)).size).toBe(1)
    expect(await readUnsent()).toEqual([])
  })

  it('is given up if it is invalid', async () => {
    site.reply = (body) => ({ status: 'i' in body && body.n ? Number(body.n) : 204 })
    await shortenPauses(page)
    await page.goto(site.origin)
    for (const status of ['400', '404', '413', '422']) await lid('event', status)
    await site.expectBodies(5)
    await page.waitForTimeout(250)
    await site.expectBodies(5)
    expect(await readUnsent()).toEqual([])
  })

  it('is resent unchanged when the page is closed and on the next page', async () => {
    site.reply = () => ({ status: 503 })
    await page.goto(`${site.origin}/one`)
    await site.expectBodies(1)
    const [first] = site.received
    site.reply = () => ({ status: 204 })
    await page.goto(`${site.origin}/two`)
    const hits = await site.expectHits(4)
    expect(site.received.filter(({ text }) => text === first!.text)).toHaveLength(3)
    expect(site.received.filter(({ headers }) => headers.cookie !== undefined)).toEqual([])
    expect(hits.map((hit) => hit.u)).toContain(`${site.origin}/two`)
    expect(await readUnsent()).toEqual([])
  })

  it('survives a lost connection', async () => {
    await page.route('**/collect', (route) => route.abort())
    await page.goto(site.origin)
    await expect.poll(readUnsent).toHaveLength(1)
    await page.unroute('**/collect')
    const hits = await site.expectHits(1)
    expect(hits[0]!.t).toBe('view')
    expect(site.errors).toEqual([])
  })

  it('keeps its place in the queue when it fails again, before newer hits', async () => {
    const tries: string[] = []
    await page.route('**/collect', (route) => {
      tries.push(route.request().postData()!)
      return route.abort()
    })
    await page.goto(site.origin)
    await expect.poll(() => tries.length).toBe(1)
    await page.waitForTimeout(500)
    await lid('event', 'later')
    const [view] = tries
    await expect.poll(() => tries.filter((body) => body === view).length, { timeout: 5_000 }).toBe(2)
    await page.waitForTimeout(100)
    const unsentHits = await readUnsent()
    expect(unsentHits![1]).toBe(view)
    expect(unsentHits![0]).toContain('"later"')
  })

  it('is dropped when 20 newer ones are stored', async () => {
    await page.route('**/collect', (route) => route.abort())
    await page.goto(site.origin)
    for (let number = 1; number <= 25; number += 1) await lid('event', `event ${number}`)
    await expect.poll(async () => (await readUnsent())?.[0]).toContain('"event 25"')
    const unsentHits = await readUnsent()
    expect(unsentHits).toHaveLength(20)
    expect(unsentHits!.at(-1)).toContain('"event 6"')
  })
})

describe('a clock that is off', () => {
  it.each([
    ['three days slow', -3 * DAY_MS],
    ['forty days fast', 40 * DAY_MS],
    ['at the beginning of 1970', -Date.now() + 1_000],
  ])('%s is corrected by the response 409', async (_what, by_ms) => {
    site.reply = rejectWrongClock
    await moveClock(by_ms)
    await page.goto(site.origin)
    const [first, second] = await site.expectHits(2)
    expect(second).toEqual({ ...first, i: second!.i })
    expect(Math.abs(hitIdTimeMs(second!.i) - Date.now())).toBeLessThan(5_000)
    await page.goto(`${site.origin}/two`)
    const hits = await site.expectHits(3)
    expect(Math.abs(hitIdTimeMs(hits[2]!.i) - Date.now())).toBeLessThan(5_000)
  })

  it('by less than a day is not corrected', async () => {
    site.reply = rejectWrongClock
    await moveClock(20 * 3_600_000)
    await page.goto(site.origin)
    await site.expectHits(1)
  })

  it('is corrected only once per hit, whatever the server responds', async () => {
    site.reply = () => ({ status: 409, json: { now: 'soon' } })
    await page.goto(site.origin)
    await site.expectHits(2)
    expect(site.errors).toEqual([])
  })

  it('does not turn an old visit that waited too long into a second one', async () => {
    site.reply = () => ({ status: 503 })
    await page.goto(site.origin)
    await site.expectHits(1)
    await moveClock(2 * DAY_MS)
    site.received = []
    site.reply = (body) =>
      'i' in body && body.u.endsWith('/two') ? { status: 204 } : { status: 409, json: { now: 0 } }
    await page.goto(`${site.origin}/two`)
    const hits = await site.expectHits(3)
    expect(new Set(hits.map((hit) => hit.i)).size).toBe(2)
    expect(await readUnsent()).toEqual([])
  })
})

describe('lid(…)', () => {
  it('sends events, conversions and identities of a visitor', async () => {
    await page.goto(site.origin)
    await lid('event', 'cart', { value: 12.5 })
    await lid('event', 'plain')
    await lid('conversion', { value: '80' })
    await lid('conversion')
    await lid('identify', { hash: 'A'.repeat(40) })
    await lid('identify', { email: ' Jo@Mail.example ' })
    const hits = await site.expectHits(7)
    expect(hits.slice(1)).toMatchObject([
      { t: 'event', n: 'cart', x: 12.5 },
      { t: 'event', n: 'plain' },
      { t: 'conversion', x: 80 },
      { t: 'conversion' },
      { t: 'identify', h: ['a'.repeat(40)] },
      { t: 'identify', h: [createHash('sha256').update('jo@mail.example').digest('hex')] },
    ])
    expect(site.received.map(({ text }) => text).join()).not.toMatch(/jo@/i)
    expect(new Set(hits.map((hit) => hit.v)).size).toBe(1)
  })

  it('ignores invalid calls silently', async () => {
    await page.goto(site.origin)
    await lid()
    await lid('identify')
    await lid('identify', { email: 'no address' })
    await lid('identify', null)
    await lid('event')
    await lid('conversion', { value: 'much' })
    await site.expectHits(4)
    expect(site.errors).toEqual([])
  })
})

describe('an installation', () => {
  it('by the plain tag creates lid(…) itself', async () => {
    site.html = scriptSnippet(site.source)
    await page.goto(site.origin)
    await site.expectHits(1)
    await lid('event', 'x')
    await site.expectHits(2)
  })

  it('by a tag manager works like the tag', async () => {
    site.html = gtmSnippet(site.source)
    await page.goto(site.origin)
    const [hit] = await site.expectHits(1)
    expect(hit!.k).toBe(KEY)
  })

  it('that is duplicated counts once', async () => {
    site.html = `${queueSnippet(site.source)}${scriptSnippet(site.source)}${gtmSnippet(site.source)}`
    await page.goto(site.origin)
    await site.expectHits(1)
    await page.evaluate(() => history.pushState({}, '', '/a'))
    await lid('event', 'x')
    await site.expectHits(3)
  })

  it('of two campaigns on one page serves both', async () => {
    site.html = `${queueSnippet(site.source)}<script>lid('event', 'early')</script>${scriptSnippet({ ...site.source, key: 'other' })}`
    await page.goto(site.origin)
    await site.expectHits(4)
    await lid('event', 'late')
    const hits = await site.expectHits(6)
    for (const key of [KEY, 'other']) {
      expect(hits.filter((hit) => hit.k === key).map((hit) => hit.n ?? hit.t)).toEqual(['view', 'early', 'late'])
    }
    expect(new Set(hits.map((hit) => hit.v)).size).toBe(1)
  })

  it('on a thank-you page reports the conversion, alone or next to the pixel', async () => {
    site.html = thankYouSnippet({ ...site.source, value: 49.9 })
    await page.goto(site.origin)
    await site.expectHits(2)
    site.html = `${queueSnippet(site.source)}${scriptSnippet({ ...site.source, key: 'other' })}${thankYouSnippet(site.source)}`
    await page.goto(`${site.origin}/thanks`)
    const hits = await site.expectHits(5)
    expect(hits.slice(0, 2)).toMatchObject([{ t: 'view' }, { t: 'conversion', x: 49.9 }])
    expect(hits.slice(2).map((hit) => [hit.k, hit.t])).toEqual(
      expect.arrayContaining([
        [KEY, 'view'],
        ['other', 'view'],
        [KEY, 'conversion'],
      ]),
    )
  })

  it('reaches a visitor without JavaScript', async () => {
    page = await site.newVisitor({ javaScriptEnabled: false })
    site.html = noscriptSnippet(site.source)
    await page.goto(site.origin)
    await expect
      .poll(() => site.received.map(({ method, path }) => `${method} ${path}`))
      .toEqual([`GET /collect.gif?k=${KEY}`])
  })

  it.each([
    ['without storage', () => Object.defineProperty(window, 'localStorage', { get: () => null })],
    [
      'whose storage is blocked',
      () =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        }),
    ],
    [
      'whose storage is full',
      () => {
        for (let size = 2 ** 20; size >= 1; size /= 2) {
          try {
            for (let number = 0; ; number += 1) localStorage[`${size}-${number}`] = 'x'.repeat(size)
          } catch {
            // This size no longer fits: continue with half of it.
          }
        }
      },
    ],
    ['whose storage contains foreign data', () => (localStorage['_lid'] = '{broken')],
  ])('in a browser %s still reports, and recognizes the visitor by the cookie', async (_what, spoil) => {
    await page.addInitScript(spoil)
    await page.goto(site.origin)
    await site.expectHits(1)
    await page.goto(`${site.origin}/two`)
    const [first, second] = await site.expectHits(2)
    expect(second!.v).toBe(first!.v)
    expect(site.errors).toEqual([])
  })

  it('in a browser without crypto does nothing', async () => {
    site.reply = () => ({ status: 503 })
    await page.addInitScript(() => Object.defineProperty(window, 'crypto', { value: undefined }))
    await page.goto(`${site.origin}/?hem=${'a'.repeat(32)}`)
    await page.waitForTimeout(200)
    await lid('event', 'x')
    await page.goto(`${site.origin}/two`)
    await page.waitForTimeout(200)
    expect(site.errors).toEqual([])
  })
})
