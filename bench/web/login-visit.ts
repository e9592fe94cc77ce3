import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'

export interface LoginVisit {
  firstPaint_ms: number
  largestPaint_ms: number
  /** When the last of the page's code arrived. */
  code_ms: number
  /** All JavaScript that the page loads or contains until somebody types, in gzip bytes. */
  script_bytes: number
  /** All bytes sent over the connection, as compressed. */
  sent_bytes: number
}

/** A bad mobile connection. */
export const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** Visits an agency's login page once with a new browser profile on a slow connection. */
export async function measureLogin(browser: Browser, port: number, language: 'en' | 'ar'): Promise<LoginVisit> {
  const origin = `http://acme.localhost:${port}`
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    // A visitor who chose the language at an earlier visit; nothing else is stored.
    await context.addCookies([{ name: 'user-locale', value: language, url: origin }])
    await context.addInitScript((chosen) => localStorage.setItem('user-locale', chosen), language)
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', slowLine)
    let sent_bytes = 0
    line.on('Network.loadingFinished', ({ encodedDataLength }) => (sent_bytes += encodedDataLength))
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url())
    })
    await page.goto(`${origin}/login`, { waitUntil: 'networkidle' })
    const paints = await readPaints(page)
    const script_bytes = await inlineScriptBytes(page)
    return { ...paints, sent_bytes, script_bytes: script_bytes + (await gzipBytesOf(scripts)) }
  } finally {
    await context.close()
  }
}

type Paints = Pick<LoginVisit, 'firstPaint_ms' | 'largestPaint_ms' | 'code_ms'>

export const readPaints = (page: Page): Promise<Paints> =>
  page.evaluate(async () => {
    const { startTime } = await new Promise<PerformanceEntry>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      })
    })
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return {
      firstPaint_ms: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      largestPaint_ms: startTime,
      code_ms: Math.max(...scripts.map((entry) => (entry as PerformanceResourceTiming).responseEnd)),
    }
  })

/** Inline scripts count as code, too. */
async function inlineScriptBytes(page: Page): Promise<number> {
  const texts = await page.evaluate(() =>
    [...document.scripts].filter(({ src, type }) => !src && type !== 'application/json').map(({ text }) => text),
  )
  return gzipSync(texts.join('\n')).length
}

/**
 * Requests files again with gzip, since browsers negotiate a better compression where they can. The smallest files are
 * sent uncompressed, because gzip would make them larger.
 */
async function gzipBytesOf(urls: readonly string[]): Promise<number> {
  let sum = 0
  for (const url of new Set(urls)) {
    // This machine may not resolve names below localhost as browsers do; files are the same for every host.
    const { port, pathname } = new URL(url)
    const headers = { 'accept-encoding': 'gzip' }
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}`, { method: 'HEAD', headers })
    const length = answer.headers.get('content-length')
    if (!answer.ok || length === null) throw new Error(`${url} has no content length`)
    sum += Number(length)
  }
  return sum
}
