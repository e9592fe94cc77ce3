import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { addressOfDebugLink, type DebugAnswer } from '#contract/tracking/debug-link.ts'
import { queueSnippet } from '#contract/tracking/snippets.ts'
import { KEY, PixelSite } from '../../e2e/support/pixel-site.ts'
import { buildConsentPart, buildDebugger, buildPixel } from '../build.ts'

let site: PixelSite
let page: Page
let panel: Locator

const tokenOf = (key: string, language = 'en'): string =>
  `${key}.${(Date.now() + 1_800_000).toString(36)}.${language}.${'s'.repeat(32)}`
const linkTo = (path: string, token = tokenOf(KEY)): string => addressOfDebugLink(site.origin + path, token)
const answer = (over: Partial<DebugAnswer> = {}): void => {
  const debugAnswer: DebugAnswer = {
    campaign: 'Spring visitors',
    status: 'active',
    page: 'counts',
    is_thank_you: false,
    held: null,
    now: Date.now(),
    ends_at: Date.now() + 1_800_000,
    ...over,
  }
  site.debugAnswer = { status: 200, json: debugAnswer }
}
const askedDebugger = () => site.received.filter(({ path }) => path === '/collect-debug')

beforeAll(async () => {
  site = await PixelSite.open({
    ...(await buildPixel()),
    consentScript: await buildConsentPart(),
    debugScript: await buildDebugger(),
  })
})
afterAll(() => site.close())
beforeEach(async () => {
  page = await site.newVisitor()
  panel = page.locator('#lid-debugger')
  site.html = queueSnippet(site.source)
  answer()
})

describe('a page opened through a debugger link', () => {
  it('shows the pixel, its campaign and its first hit, and does not leak the token', async () => {
    await page.goto(linkTo('/prices?utm_source=mail#top'))
    await panel.getByText('Stored').waitFor()
    for (const text of [
      KEY,
      'Spring visitors',
      'Running.',
      'Counts: the campaign’s page rules include it.',
      'Page view',
    ])
      await panel.getByText(text, { exact: true }).waitFor()
    expect(page.url()).toBe(`${site.origin}/prices?utm_source=mail`)
    const [hit] = await site.expectHits(1)
    expect(hit!.u).toBe(`${site.origin}/prices?utm_source=mail`)
    const [question] = askedDebugger()
    expect(question!.headers).not.toHaveProperty('cookie')
    expect(JSON.parse(question!.text)).toMatchObject({ u: hit!.u })
    const text = await panel.evaluate((outer) => outer.shadowRoot!.textContent)
    for (const secret of [hit!.v, hit!.s, hit!.i]) expect(text).not.toContain(secret)
    expect(site.errors).toEqual([])
  })

  it('works under a policy that allows only scripts with a nonce and no styles', async () => {
    const { origin } = site.source
    site.policy = `default-src 'none'; script-src 'nonce-n1'; connect-src ${origin}; base-uri 'none'`
    site.html = queueSnippet(site.source).replaceAll('<script', '<script nonce="n1"')
    await page.goto(linkTo('/'))
    await panel.getByText('Stored').waitFor()
    expect(await panel.evaluate((outer) => getComputedStyle(outer).position)).toBe('fixed')
  })

  it('shows names as text and does not execute them', async () => {
    const hostile = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
    answer({ campaign: hostile })
    await page.goto(linkTo('/'))
    await page.evaluate((name) => (window as unknown as { lid(...call: unknown[]): void }).lid('event', name), hostile)
    await panel.getByText(hostile).nth(1).waitFor()
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
  })

  it('says what was rejected and why', async () => {
    site.reply = () => ({ status: 404, json: { code: 'not_found', message: 'There is no pixel with this key.' } })
    await page.goto(linkTo('/'))
    await panel.getByText('Refused', { exact: true }).waitFor()
    await panel.getByText('There is no pixel with this key.').first().waitFor()
  })

  it('shows pending consent and an excluded page, and stays on across pages until it is closed', async () => {
    answer({ page: 'left_out', held: 'ip_excluded' })
    site.html = queueSnippet({ ...site.source, waitsForConsent: true })
    await page.goto(linkTo('/careers'))
    await panel.getByText('Waiting for consent: nothing is sent yet.').waitFor()
    await panel.getByText('Nothing has been sent from this page yet.').waitFor()
    await panel.getByText(/^Excluded by the campaign’s page rules/).waitFor()
    await panel.getByText(/^Its IP address is excluded by the campaign/).waitFor()
    await page.goto(`${site.origin}/next`)
    await panel.getByText('Waiting for consent: nothing is sent yet.').waitFor()
    await panel.getByRole('button', { name: 'End' }).click()
    await page.goto(`${site.origin}/last`)
    await page.waitForLoadState('networkidle')
    expect(await panel.count()).toBe(0)
  })

  it('uses the language of the user who created the link, and fits a narrow screen', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(linkTo('/', tokenOf(KEY, 'ar')))
    await panel.getByText('مصحح البكسل').waitFor()
    await panel.getByText('حُفظت').waitFor()
    const box = (await panel.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(360)
  })

  it('says only that a link has expired, and is gone on the next page', async () => {
    const message = 'This link has expired. Create a new one in the campaign.'
    site.debugAnswer = { status: 403, json: { code: 'forbidden', field: 't', message } }
    await page.goto(linkTo('/'))
    await panel.getByText(message).waitFor()
    expect(await panel.getByText('Spring visitors').count()).toBe(0)
    await site.expectHits(1)
    await page.goto(`${site.origin}/next`)
    await site.expectHits(2)
    expect(await panel.count()).toBe(0)
  })
})

it.each(['#_lid_debug=another456789012.k.en.s', '', '#_lid_debug='])(
  'a page opened with %j shows no debugger and sends its hit as usual',
  async (fragment) => {
    await page.goto(`${site.origin}/${fragment}`)
    await site.expectHits(1)
    expect(askedDebugger()).toEqual([])
    expect(site.received).toHaveLength(1)
    expect(await panel.count()).toBe(0)
  },
)

it('a debugger that cannot be loaded does not hold back hits', async () => {
  await page.route('**/collect-debug.js*', (route) => route.abort())
  await page.goto(linkTo('/'))
  await site.expectHits(1)
})
