import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { collectBody, type Hit, hitIdTimeMs } from '#contract/tracking/collect-body.ts'
import { queueSnippet } from '#contract/tracking/snippets.ts'
import { callPixel, KEY, storedBy, PixelSite, shortenPauses } from '../e2e/support/pixel-site.ts'
import { buildAddressPart, buildConsentPart, buildPixel } from './build.ts'

const MD5 = createHash('md5').update('jo@mail.example').digest('hex')
const SHA256 = createHash('sha256').update('jo+news@mail.example').digest('hex')

const site = await PixelSite.open({
  ...(await buildPixel()),
  addressScript: await buildAddressPart(),
  consentScript: await buildConsentPart(),
})
afterAll(() => site.close())
let page: Page
const lid = (...call: unknown[]): Promise<void> => callPixel(page, ...call)

beforeEach(async () => {
  page = await site.newVisitor()
  site.html = queueSnippet(site.source)
})

describe('a page view', () => {
  it('is sent once, as the contract specifies, without preflight, credentials or the page’s full URL as referrer', async () => {
    await page.goto(`${site.origin}/shoes?utm_source=mail&token=secret&gclid=g1#top`)
    const [hit] = await site.expectHits(1)
    expect(collectBody.parse(hit)).toMatchObject({
      k: KEY,
      t: 'view',
      u: `${site.origin}/shoes?utm_source=mail&gclid=g1`,
      d: 'A page',
      h: [],
      c: false,
    })
    expect(Math.abs(hitIdTimeMs(hit!.i) - Date.now())).toBeLessThan(5_000)
    expect(site.received).toHaveLength(1)
    expect(site.received[0]).toMatchObject({ method: 'POST', path: '/collect' })
    expect(site.received[0]!.headers).toMatchObject({ referer: `${site.origin}/` })
    expect(site.received[0]!.headers['content-type']).toContain('text/plain')
    expect(site.received[0]!.headers).not.toHaveProperty('cookie')
  })

  it('recognizes the visitor and the session from the cookie alone or from storage alone', async () => {
    await page.goto(site.origin)
    await site.expectHits(1)
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: '_lid', sameSite: 'Lax', secure: false, path: '/' })
    expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(179 * 86_400)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site.origin}/two`)
    await site.expectHits(2)
    await page.context().clearCookies()
    await page.goto(`${site.origin}/three`)
    const hits = await site.expectHits(3)
    expect(new Set(hits.map((hit) => hit.v))).toEqual(new Set([cookie!.value]))
    expect(hits[2]!.s).toBe(hits[1]!.s)
    expect(new Set(hits.map((hit) => hit.i)).size).toBe(3)
  })

  it('starts a new session after 30 minutes without a hit', async () => {
    await page.goto(site.origin)
    await page.addInitScript(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 31 * 60_000
    })
    await site.expectHits(1)
    await page.goto(`${site.origin}/two`)
    const [first, second] = await site.expectHits(2)
    expect(second!.v).toBe(first!.v)
    expect(second!.s).not.toBe(first!.s)
  })

  it('contains only the host of the referrer', async () => {
    site.html = `${queueSnippet(site.source)}<a href="${site.origin}/two">next</a>`
    await page.goto(`${site.insecureOrigin}/secret-path?id=1`)
    await site.expectHits(1)
    await page.click('a')
    const hits = await site.expectHits(2)
    expect(hits[1]!.r).toBe(new URL(site.insecureOrigin).host)
  })
})

describe('routes of a single-page application', () => {
  it('are one view per URL, however it changes', async () => {
    await page.goto(`${site.origin}/`)
    await site.expectHits(1)
    await page.evaluate(() => {
      history.pushState({}, '', '/a')
      setTimeout(() => (document.title = 'Page a'), 30)
    })
    await site.expectHits(2)
    await page.evaluate(() => history.replaceState({}, '', '/a?filter=red'))
    await site.expectHits(2)
    await page.evaluate(() => (location.hash = '#/cart?coupon=1'))
    await site.expectHits(3)
    await page.evaluate(() => history.go(-2))
    const hits = await site.expectHits(4)
    expect(hits.map((hit) => hit.u.slice(site.origin.length))).toEqual(['/', '/a', '/a#/cart', '/'])
    expect(hits[1]!.d).toBe('Page a')
  })

  it('keep working as the page implements them', async () => {
    await page.goto(site.origin)
    const state = await page.evaluate(() => {
      history.pushState({ own: 1 }, '', '/a')
      try {
        history.pushState({}, '', 'https://other.example/')
      } catch (error) {
        return [history.state, (error as Error).name]
      }
    })
    expect(state).toEqual([{ own: 1 }, 'SecurityError'])
  })

  it('are a new view when the back button restores a page', async () => {
    await page.goto(`${site.origin}/one`)
    await site.expectHits(1)
    // Browsers with a back/forward cache restore this title; headless shells reload the page.
    await page.evaluate(() => (document.title = 'Kept whole'))
    await page.goto(`${site.origin}/two`)
    await site.expectHits(2)
    await page.evaluate(() => void setTimeout(() => history.back()))
    const hits = await site.expectHits(3)
    expect(hits[2]).toMatchObject({ u: `${site.origin}/one`, d: await page.title() })
  })

  it('are a new view when a page is restored from the back/forward cache', async () => {
    await page.goto(`${site.origin}/one`)
    const [first] = await site.expectHits(1)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    const [, second] = await site.expectHits(2)
    expect(second).toMatchObject({ t: 'view', u: first!.u, s: first!.s })
    expect(second!.i).not.toBe(first!.i)
  })

  it('are not a visit while the browser only prerenders them', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { get: () => !(window as { shown?: boolean }).shown })
    })
    await page.goto(site.origin)
    await site.expectBodies(0, { within_ms: 200 })
    await page.evaluate(() => {
      ;(window as { shown?: boolean }).shown = true
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    await site.expectHits(1)
  })
})

describe('an email hash in the address', () => {
  it('is sent and removed from the address bar, the rest of which stays', async () => {
    await page.goto(`${site.origin}/p?a=1%202&hem=${MD5.toUpperCase()}&b=x+y&email_md5=${MD5}#part`)
    const [hit] = await site.expectHits(1)
    expect(hit!.h).toEqual([MD5, MD5])
    expect(page.url()).toBe(`${site.origin}/p?a=1%202&b=x+y#part`)
  })

  it.each([
    [`/?em=${'a'.repeat(40)}`, '/', 'a'.repeat(40)],
    [`/?sha256=${'b'.repeat(64)}&c=1`, '/?c=1', 'b'.repeat(64)],
    [`/#eh=${MD5}`, '/', MD5],
    [`/?x=1#/route?md5=${MD5}&y=2`, '/?x=1#/route?y=2', MD5],
    ['/?email=%20Jo%2Bnews@Mail.example', '/', SHA256],
    ['/?e=jo+news%40mail.example#top', '/#top', SHA256],
  ])('%s leaves %s', async (path, left, hash) => {
    await page.goto(site.origin + path)
    const [hit] = await site.expectHits(1)
    expect(hit!.h).toEqual([hash])
    expect(page.url()).toBe(site.origin + left)
    expect(site.received.map(({ text, path: to, headers }) => text + to + headers.referer).join()).not.toMatch(/jo/i)
  })

  it.each(['/?e=5', '/?email=yes&sha1=100%', `/?em=${'a'.repeat(33)}`, `/?name=${MD5}`, `/?them=${MD5}`])(
    'is not detected in %s, which stays unchanged',
    async (path) => {
      await page.goto(site.origin + path)
      const [hit] = await site.expectHits(1)
      expect(hit!.h).toEqual([])
      expect(page.url()).toBe(site.origin + path)
    },
  )

  it('is dropped, never sent in plain text, where a page without HTTPS cannot hash', async () => {
    await page.goto(`${site.insecureOrigin}/?email=jo@mail.example`)
    const [hit] = await site.expectHits(1)
    expect(hit).toMatchObject({ h: [null] })
    expect(page.url()).toBe(`${site.insecureOrigin}/`)
    expect(site.received[0]!.text).not.toContain('mail.example')
  })
})

describe('a privacy signal', () => {
  const expectCountedOnly = async (
    signal: 'gpc' | 'optout' | 'consent',
    kept: { cookies: object; storage: string[] },
    withdrawn: { v?: string } = {},
  ) => {
    const [body] = await site.expectBodies(1)
    expect(body).toEqual({ k: KEY, p: signal, ...withdrawn })
    expect(await storedBy(page)).toEqual(kept)
    expect(site.received).toHaveLength(1)
    expect(site.errors).toEqual([])
  }

  it('of the browser (GPC) sends only a count: no cookie, no storage, no id, no hash', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
      const accesses: string[] = ((window as { touched?: string[] }).touched = [])
      const storage = new Proxy(localStorage, {
        get: (storage, name: string) => (accesses.push(`read ${name}`), storage[name]),
        set: (storage, name: string, value) => (accesses.push(`write ${name}`), Reflect.set(storage, name, value)),
      })
      Object.defineProperty(window, 'localStorage', { value: storage })
      const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!
      Object.defineProperty(document, 'cookie', {
        get: () => (accesses.push('read cookie'), cookie.get!.call(document) as string),
        set: (pair: string) => {
          accesses.push(`write ${pair.split(';')[0]}`)
          cookie.set!.call(document, pair)
        },
      })
    })
    await page.goto(`${site.origin}/?hem=${MD5}`)
    await lid('identify', { email: 'jo@mail.example' })
    await lid('event', 'signup')
    await expectCountedOnly('gpc', { cookies: {}, storage: [] })
    // An earlier visit's id is read once, to have the server forget it, and removed.
    expect(await page.evaluate(() => (window as { touched?: string[] }).touched)).toEqual(['read _lid', 'write _lid='])
    await page.evaluate(() => history.pushState({}, '', '/two'))
    expect(await site.expectBodies(2)).toEqual([
      { k: KEY, p: 'gpc' },
      { k: KEY, p: 'gpc' },
    ])
  })

  it('after earlier visits removes what they stored, and names their id once, to have it forgotten', async () => {
    await page.goto(site.origin)
    const [{ v }] = (await site.expectHits(1)) as [Hit]
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
    })
    site.received = []
    await page.goto(`${site.origin}/two`)
    await expectCountedOnly('gpc', { cookies: {}, storage: [] }, { v })
  })

  it('of an opt-out cookie is honored', async () => {
    await page.context().addCookies([{ name: '_lid_optout', value: '1', url: site.origin }])
    await page.goto(site.origin)
    await expectCountedOnly('optout', { cookies: { _lid_optout: '1' }, storage: [] })
  })

  it('by lid("optout") forgets the visitor immediately and persists if either marker is lost', async () => {
    await page.goto(site.origin)
    const [{ v }] = (await site.expectHits(1)) as [Hit]
    await lid('optout')
    const optOut = { cookies: { _lid_optout: '1' }, storage: ['_lid_optout'] }
    expect(await storedBy(page)).toEqual(optOut)
    await lid('event', 'signup')
    expect((await site.expectBodies(2))[1]).toEqual({ k: KEY, p: 'optout', v })
    site.received = []
    await page.context().clearCookies()
    await page.goto(`${site.origin}/two`)
    await expectCountedOnly('optout', { cookies: {}, storage: ['_lid_optout'] })
  })

  it.each([204, 503])('leaves nothing behind even if the response %i arrives after the opt-out', async (status) => {
    let answer = () => {}
    const optedOut = new Promise<void>((resolve) => (answer = resolve))
    site.reply = () => optedOut.then(() => ({ status }))
    await shortenPauses(page)
    await page.goto(site.origin)
    await site.expectHits(1)
    await lid('optout')
    answer()
    // Longer than the pause before the first retry.
    await page.waitForTimeout(250)
    expect((await site.expectBodies(2))[1]).toMatchObject({ p: 'optout' })
    expect(await storedBy(page)).toEqual({ cookies: { _lid_optout: '1' }, storage: ['_lid_optout'] })
  })

  it('is awaited: nothing is sent or stored before consent, then everything is', async () => {
    site.html = queueSnippet({ ...site.source, waitsForConsent: true })
    await page.goto(`${site.origin}/?hem=${MD5}`)
    await lid('event', 'early')
    await site.expectBodies(0, { within_ms: 200 })
    expect(await storedBy(page)).toEqual({ cookies: {}, storage: [] })
    expect(page.url()).toContain(MD5)
    await lid('consent', true)
    const hits = await site.expectHits(2)
    expect(hits).toMatchObject([
      { t: 'view', h: [MD5], c: true },
      { t: 'event', n: 'early', c: true },
    ])
  })

  it('of refused consent sends a count, until consent is given after all', async () => {
    site.html = queueSnippet({ ...site.source, waitsForConsent: true })
    await page.goto(site.origin)
    await lid('consent', false)
    await lid('consent', false)
    await expectCountedOnly('consent', { cookies: {}, storage: [] })
    await lid('consent', true)
    await site.expectBodies(2)
    expect(site.hits).toHaveLength(1)
  })

  it('given before the script has loaded takes effect first', async () => {
    site.html = `${queueSnippet(site.source)}<script>lid('event', 'early'); lid('consent', false)</script>`
    await page.goto(site.origin)
    await expectCountedOnly('consent', { cookies: {}, storage: [] })
  })
})

describe('a page that changes what the pixel relies on', () => {
  const before = (code: string): string => `<script>${code}</script>${queueSnippet(site.source)}`
  const identify = async (): Promise<void> => {
    await page.goto(`${site.origin}/?hem=${MD5}`)
    const [hit] = await site.expectHits(1)
    expect(collectBody.parse(hit)).toMatchObject({ k: KEY, u: `${site.origin}/`, d: 'A page', h: [MD5] })
  }

  it('by toJSON of arrays, texts and numbers, as Prototype.js does, gets the same hits', async () => {
    const quoteText = 'function(){return "[" + String(this) + "]"}'
    site.html = before(`for (const one of [Array, String, Number, Boolean]) one.prototype.toJSON = ${quoteText}`)
    await identify()
    expect(await page.evaluate(() => Array.isArray(JSON.parse(localStorage['_lid']!)['abcdefgh12345678']))).toBe(true)
  })

  it('by its own Promise and performance gets the same hits', async () => {
    site.html = before('window.Promise = undefined; window.performance = {}')
    await identify()
  })

  it('by type=module on the tag gets the same hits', async () => {
    site.html = queueSnippet(site.source).replace('<script async', '<script type="module" async')
    expect(site.html).toContain('type="module"')
    await identify()
  })
})
