import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Hit } from '#contract/tracking/collect-body.ts'
import { queueSnippet } from '#contract/tracking/snippets.ts'
import { KEY, PixelSite, storedBy } from '../e2e/support/pixel-site.ts'
import { buildBannerPart, buildConsentPart, buildPixel, buildRegionPart } from './build.ts'

// Pages with each consent platform, as its documentation describes what it puts there, in a real browser.

const site = await PixelSite.open({
  ...(await buildPixel()),
  consentScript: await buildConsentPart(),
  bannerScript: await buildBannerPart(),
})
afterAll(() => site.close())
let page: Page
beforeEach(async () => {
  page = await site.newVisitor()
})

/** Opens a page with this script before the pixel, or after it. */
const open = async (script: string, isLate = false): Promise<void> => {
  const scripts = [`<script>${script}</script>`, queueSnippet(site.source)]
  site.html = (isLate ? scripts.toReversed() : scripts).join('')
  await page.goto(site.origin)
}
const run = (script: string) => page.evaluate(script)

const expectNobody = async (p: 'optout' | 'consent'): Promise<void> => {
  expect(await site.expectBodies(1)).toEqual([{ k: KEY, p }])
  expect(await storedBy(page)).toEqual({ cookies: {}, storage: [] })
  expect(site.errors).toEqual([])
}
/** Nothing at all is sent and stored until the platform speaks. */
const expectSilence = async (): Promise<void> => {
  await site.expectBodies(0, { within_ms: 100 })
  expect(await storedBy(page)).toEqual({ cookies: {}, storage: [] })
}
const expectVisitor = async (): Promise<Hit> => (await site.expectHits(1))[0]!

const gpp = (status: string, sections: string) => `
  window.heard = []
  window.__gpp = (command, listen) => {
    if (command !== 'addEventListener') return
    heard.push(listen)
    listen({ eventName: 'listenerRegistered', data: true, pingData: { signalStatus: '${status}', parsedSections: ${sections} } })
  }
  window.change = (signalStatus, parsedSections) =>
    heard.forEach((listen) => listen({ eventName: 'signalStatus', pingData: { signalStatus, parsedSections } }))`
const optOuts = '{ usnat: [{ SaleOptOut: 2, SharingOptOut: 2, TargetedAdvertisingOptOut: 2 }] }'

describe('IAB’s GPP', () => {
  it.each([
    ['a sale opted out, as a list of segments', '{ usnat: [{ SaleOptOut: 1, SharingOptOut: 2 }] }'],
    ['sharing opted out, as one object', '{ usca: { SaleOptOut: 2, SharingOptOut: 1 } }'],
    ['advertising opted out', '{ usco: [{ TargetedAdvertisingOptOut: 1 }] }'],
    ['the browser’s own signal', '{ usct: [{ SaleOptOut: 2 }, { SubsectionType: 1, Gpc: true }] }'],
  ])('with %s identifies nobody', async (_what, sections) => {
    await open(gpp('ready', sections))
    await expectNobody('optout')
  })

  it('counts only once it is ready, and a later opt-out ends identification', async () => {
    await open(gpp('not ready', '{}'))
    await expectSilence()
    await run(`change('ready', ${optOuts})`)
    const { v, f } = await expectVisitor()
    expect(f).toBe('g')
    await run(`change('ready', { usnat: [{ SaleOptOut: 1 }] })`)
    expect((await site.expectBodies(2))[1]).toEqual({ k: KEY, p: 'optout', v })
    expect(await storedBy(page)).toEqual({ cookies: {}, storage: [] })
  })
})

describe('IAB’s TCF', () => {
  const tcf = (applies: string) =>
    `window.__tcfapi = (command, version, heard) => heard({ gdprApplies: ${applies}, eventStatus: 'tcloaded' }, true)`
  it('identifies nobody where the GDPR applies', async () => {
    await open(tcf('true'))
    await expectNobody('consent')
  })
  it('does not stand in the way where it does not', async () => {
    await open(tcf('false'))
    expect((await expectVisitor()).f).toBe('t')
  })
  it('is awaited while undecided', async () => {
    await open(tcf('undefined'))
    await expectSilence()
  })
})

describe('Google’s Consent Mode', () => {
  const gtag = `window.dataLayer = window.dataLayer || []; window.gtag = function () { dataLayer.push(arguments) };`
  it.each(['ad_storage', 'ad_user_data'])('with %s denied identifies nobody, until it is granted', async (kind) => {
    await open(`${gtag} gtag('consent', 'default', { ${kind}: 'denied' })`)
    await expectNobody('consent')
    await run(`gtag('consent', 'update', { ${kind}: 'granted' })`)
    expect((await site.expectBodies(2))[1]).toMatchObject({ t: 'view' })
  })
  it('with a default for Europe only stands in nobody’s way elsewhere', async () => {
    await open(`${gtag} gtag('consent', 'default', { ad_storage: 'denied', region: ['GB', 'FR'] })`)
    await expectVisitor()
  })
  it('that comes late and denies has the server forget the visitor', async () => {
    await open('', true)
    const { v } = await expectVisitor()
    await run(`${gtag} gtag('consent', 'update', { ad_user_data: 'denied' })`)
    expect((await site.expectBodies(2))[1]).toEqual({ k: KEY, p: 'consent', v })
  })
})

describe('OneTrust', () => {
  const groups = (list: string) =>
    `window.OnetrustActiveGroups = '${list}'; window.OneTrust = { OnConsentChanged() {} };
     dispatchEvent(new CustomEvent('OneTrustGroupsUpdated', { detail: '${list}'.split(',') }))`
  it('is awaited while only its configuration is there, then obeyed', async () => {
    await open(`window.OneTrust = { geolocationResponse: {} }; function OptanonWrapper() {}`)
    await expectSilence()
    await run(groups(',C0001,C0004,'))
    const { v } = await expectVisitor()
    await run(groups(',C0001,'))
    expect((await site.expectBodies(2))[1]).toEqual({ k: KEY, p: 'consent', v })
  })
  it('without its advertising group identifies nobody', async () => {
    await open(groups(',C0001,C0002,'))
    await expectNobody('consent')
  })
})

describe('Cookiebot', () => {
  const cookiebot = (marketing: boolean, hasResponse: boolean) =>
    `window.Cookiebot = { hasResponse: ${hasResponse}, consent: { marketing: ${marketing} } };`
  it('is awaited until the visitor has answered, then obeyed', async () => {
    await open(cookiebot(false, false))
    await expectSilence()
    await run(`${cookiebot(true, true)} dispatchEvent(new Event('CookiebotOnAccept'))`)
    const { v } = await expectVisitor()
    await run(`${cookiebot(false, true)} dispatchEvent(new Event('CookiebotOnDecline'))`)
    expect((await site.expectBodies(2))[1]).toEqual({ k: KEY, p: 'consent', v })
  })
  it('after an acceptance of statistics only identifies nobody', async () => {
    await open(`${cookiebot(false, true)} dispatchEvent(new Event('CookiebotOnAccept'))`)
    await expectNobody('consent')
  })
})

describe('Usercentrics', () => {
  const version2 = (status: boolean) =>
    `window.UC_UI = { isInitialized: () => true, getServicesBaseInfo: () => [{ categorySlug: 'marketing', consent: { status: ${status} } }] };`
  const version3 = (state: string, type: string) => `window.__ucCmp = { getConsentDetails: async () =>
      ({ consent: { required: true, type: '${type}' }, categories: { marketing: { state: '${state}' } } }) };`
  it('of version 2 is obeyed, before and after a change', async () => {
    await open(version2(true))
    const { v } = await expectVisitor()
    await run(`${version2(false)} dispatchEvent(new CustomEvent('UC_UI_CMP_EVENT', { detail: { type: 'DENY_ALL' } }))`)
    expect((await site.expectBodies(2))[1]).toEqual({ k: KEY, p: 'consent', v })
  })
  it('of version 3 takes nothing for consent but the visitor’s own choice', async () => {
    await open(version3('ALL_ACCEPTED', 'IMPLICIT'))
    await expectNobody('consent')
    await run(`${version3('ALL_ACCEPTED', 'EXPLICIT')} dispatchEvent(new CustomEvent('UC_CONSENT'))`)
    expect((await site.expectBodies(2))[1]).toMatchObject({ t: 'view' })
  })
  it('whose answer fails identifies nobody', async () => {
    await open(`window.__ucCmp = { getConsentDetails: () => Promise.reject(new Error('away')) }`)
    await expectNobody('consent')
  })
})

it('a page on which the part for consent platforms cannot load sends and stores nothing', async () => {
  await page.route('**/collect-consent.js*', (route) => route.abort())
  await open('')
  await expectSilence()
})

describe('where the server knows it from the request', () => {
  const answer = async (verdict: 'gpc' | 'region' | 'wait') => {
    const body = await buildRegionPart(verdict)
    await page.route('**/collect-consent.js*', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  }

  it('asks with the key of its campaign before anything is stored', async () => {
    await open('')
    await expectVisitor()
    expect(site.received.length).toBe(1)
    const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(addresses.some((name) => name.endsWith(`/collect-consent.js?${KEY}`))).toBe(true)
  })

  it('that the country’s rule is nothing, nothing is sent or stored, whatever the page calls', async () => {
    await answer('wait')
    await open(
      `lid('event', 'sale', { value: 3 }); lid('identify', { email: 'a@b.example' }); lid('consent', true)`,
      true,
    )
    await expectSilence()
    await run(`lid('event', 'late'); history.pushState({}, '', '/next')`)
    await expectSilence()
    expect(site.errors).toEqual([])
  })

  it('what a browser was known by elsewhere is removed there', async () => {
    await open('')
    await expectVisitor()
    await answer('wait')
    await page.goto(`${site.origin}/next`)
    await page.waitForFunction(() => !document.cookie.includes('_lid') && !('_lid' in localStorage))
    await site.expectBodies(1)
  })

  it('that only counting is allowed, the visit is counted without an id', async () => {
    await answer('region')
    await open('')
    expect(await site.expectBodies(1)).toEqual([{ k: KEY, p: 'region' }])
    expect(await storedBy(page)).toEqual({ cookies: {}, storage: [] })
  })

  it('that the browser’s header says no, a known visitor is withdrawn', async () => {
    await open('')
    const { v } = await expectVisitor()
    await answer('gpc')
    await page.goto(`${site.origin}/next`)
    expect((await site.expectBodies(2))[1]).toEqual({ k: KEY, p: 'gpc', v })
    expect(await storedBy(page)).toEqual({ cookies: {}, storage: [] })
  })
})

describe('the pixel’s own banner', () => {
  const ask = async (html = '', lang = 'en') => {
    site.html = `<script>document.documentElement.lang = '${lang}'</script>${html}${queueSnippet({ ...site.source, asksForConsent: true })}`
    await page.goto(site.origin)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it('asks before anything is stored, with two equal buttons, under the brand', async () => {
    await ask()
    await button('Allow').waitFor()
    expect(await page.getByRole('region', { name: 'Your privacy' }).innerText()).toContain('Acme Leads')
    const boxes = await Promise.all(
      ['Allow', 'Do not allow'].map((name) => button(name).evaluate((element) => element.style.cssText)),
    )
    expect(boxes[0]).toBe(boxes[1])
    await expectSilence()
    await button('Allow').click()
    const { f, v } = await expectVisitor()
    expect([f, (await storedBy(page)).cookies['_lid']]).toEqual(['b', v])
    // Taking it back takes as many clicks, and has the server forget the visitor.
    await button('Privacy choices').click()
    await button('Do not allow').click()
    expect((await site.expectBodies(2))[1]).toEqual({ k: KEY, p: 'consent', v })
    expect(await storedBy(page)).toEqual({ cookies: {}, storage: ['_lid_choice'] })
    expect(site.errors).toEqual([])
  })

  it('asks in Arabic on an Arabic page, from right to left, and remembers a no', async () => {
    await ask('', 'ar')
    await button('لا أسمح').click()
    expect(await site.expectBodies(1)).toEqual([{ k: KEY, p: 'consent' }])
    await page.goto(`${site.origin}/next`)
    await button('خيارات الخصوصية').waitFor()
    expect((await site.expectBodies(2))[1]).toEqual({ k: KEY, p: 'consent' })
  })

  it('works under a strict Content-Security-Policy', async () => {
    site.policy = `default-src 'none'; script-src 'unsafe-inline' ${site.source.origin}; connect-src ${site.source.origin}`
    await ask()
    await button('Allow').click()
    await expectVisitor()
  })

  it('does not appear where the page has a platform of its own, nor where the country forbids it, nor without the tag', async () => {
    await ask(`<script>window.OnetrustActiveGroups = ',C0001,'; window.OneTrust = { OnConsentChanged() {} }</script>`)
    await expectNobody('consent')
    site.html = queueSnippet(site.source)
    await page.goto(`${site.origin}/plain`)
    await site.expectBodies(2)
    const body = await buildRegionPart('wait')
    await page.route('**/collect-consent.js*', (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await ask()
    await page.waitForTimeout(2_500)
    expect(await page.locator('#lid-banner').count()).toBe(0)
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(names.filter((name) => name.includes('banner'))).toEqual([])
  })
})
