import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserArguments, findBrowser } from '../support/find-browser.ts'
import { hostileTexts } from './texts.ts'
import { findInjected, watchFor, type Found } from './watch.ts'

// Shows that the check detects real faults: code that inserts texts as markup or uses them as URLs.

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments() })
}, 60_000)
afterAll(() => browser.close())

describe('a sink', () => {
  async function findingsOf(open: (page: Page, found: readonly Found[]) => Promise<void>): Promise<Found[]> {
    const findings: Found[] = []
    const context = await browser.newContext()
    await watchFor(context, findings)
    const page = await context.newPage()
    await page.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title><main></main>' }),
    )
    await page.goto('http://planted.localhost/')
    await open(page, findings)
    findings.push(...(await findInjected(page)))
    await context.close()
    return findings
  }

  test('that writes texts as markup is detected, by what runs, what is rendered, and what is requested', async () => {
    const findings = await findingsOf(async (page, soFar) => {
      await page.evaluate((texts) => {
        for (const text of texts) {
          const place = document.createElement('section')
          document.querySelector('main')!.append(place)
          // Skip the text that redirects the page, which would discard the others.
          if (!text.includes('refresh')) place.innerHTML = text
        }
      }, hostileTexts)
      // Most texts run only after their request has failed.
      const count = (kind: string): number => soFar.filter((each) => each.startsWith(kind)).length
      await expect.poll(() => count('ran'), { timeout: 20_000 }).toBeGreaterThan(5)
      await expect.poll(() => count('request'), { timeout: 20_000 }).toBeGreaterThan(1)
    })
    expect(findings.filter((each) => each.startsWith('element')).length).toBeGreaterThan(25)
  })

  test('that uses texts as URLs is detected', async () => {
    const findings = await findingsOf((page) =>
      page.evaluate((texts) => {
        for (const text of texts)
          document.querySelector('main')!.append(Object.assign(document.createElement('a'), { href: text }))
      }, hostileTexts),
    )
    expect(findings.filter((each) => each.startsWith('href')).length).toBeGreaterThan(5)
  })
})
