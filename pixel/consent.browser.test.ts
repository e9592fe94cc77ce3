import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Hit } from '#contract/tracking/collect-body.ts'
import { queueSnippet } from '#contract/tracking/snippets.ts'
import { KEY, PixelSite, storedBy } from '../e2e/support/pixel-site.ts'
import { buildConsentPart, buildPixel } from './build.ts'

// Pages with each consent platform, as its documentation describes what it puts there, in a real browser.

const site = await PixelSite.open({ ...(await buildPixel()), consentScript: await buildConsentPart() })
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
  await page.route('**/collect-consent.js', (route) => route.abort())
  await open('')
  await expectSilence()
})
