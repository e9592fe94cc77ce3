import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { CollectBody, Hit } from '#contract/tracking/collect-body.ts'
import { browserArguments, findBrowser } from './find-browser.ts'

/** The key of the site's pixel. */
export const KEY = 'abcdefgh12345678'

/** A request as the collecting server received it. */
type Received = { method: string; path: string; headers: IncomingHttpHeaders; text: string }
type Scripts = {
  script: string
  consentScript: string
  bannerScript?: string
  debugScript?: string
  addressScript?: string
}
type Reply = { status: number; json?: unknown }

const listen = async (): Promise<Server> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/**
 * A customer's site and the server that hosts the pixel and collects hits, on two origins as in production, and a
 * browser to visit them. The site serves `html` at every path.
 */
export class PixelSite {
  html = ''
  /** The Content-Security-Policy of the site's pages; empty for none. */
  policy = ''
  /** The collecting server's response to the pixel's debugger. */
  debugAnswer: Reply = { status: 404 }
  /** The collecting server's response to a hit; 204 by default. */
  reply: (body: CollectBody) => Reply | Promise<Reply> = () => ({ status: 204 })
  received: Received[] = []
  /** Errors in the page, caught or not: the pixel must never add one. */
  errors: string[] = []
  readonly origin: string
  /** The same site under a name that the browser treats as an insecure context. */
  readonly insecureOrigin: string
  readonly #script: string
  /** What the pixel loads when it needs it, by path. */
  readonly #parts: Readonly<Record<string, string | undefined>>
  readonly #browser: Browser
  readonly #site: Server
  /** A new server per visitor, so that late requests of an earlier visitor's closing browser go nowhere. */
  #collect: Server | undefined
  #context: BrowserContext | undefined

  private constructor(
    { script, consentScript, bannerScript, debugScript, addressScript }: Scripts,
    browser: Browser,
    site: Server,
  ) {
    this.origin = `http://127.0.0.1:${portOf(site)}`
    this.insecureOrigin = `http://shop.example:${portOf(site)}`
    this.#script = script
    this.#parts = {
      '/collect-consent.js': consentScript,
      '/collect-banner.js': bannerScript,
      '/collect-debug.js': debugScript,
      '/collect-address.js': addressScript,
    }
    this.#browser = browser
    this.#site = site
    site.on('request', (_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      if (this.policy) response.setHeader('content-security-policy', this.policy)
      response.end(`<!doctype html><title>A page</title><body>${this.html}</body>`)
    })
  }

  async #serveCollect(): Promise<Server> {
    const collect = await listen()
    collect.on('request', (request, response) => {
      const path = request.url ?? ''
      if (path.startsWith('/px.js')) {
        response.setHeader('access-control-allow-origin', '*')
        return response.setHeader('content-type', 'text/javascript').end(this.#script)
      }
      const part = path.split('?')[0]!
      if (part in this.#parts) return response.setHeader('content-type', 'text/javascript').end(this.#parts[part])
      let text = ''
      request.setEncoding('utf8').on('data', (part: string) => (text += part))
      request.on('end', async () => {
        this.received.push({ method: request.method ?? '', path, headers: request.headers, text })
        const { status, json } = await this.#answer(path, text)
        response.writeHead(status, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
        response.end(json === undefined ? undefined : JSON.stringify(json))
      })
    })
    return collect
  }

  async #answer(path: string, text: string): Promise<Reply> {
    if (path === '/collect-debug') return this.debugAnswer
    if (path.startsWith('/collect-banner')) return { status: 200, json: { name: 'Acme Leads', color: '#0b7285' } }
    return text ? this.reply(JSON.parse(text) as CollectBody) : { status: 204 }
  }

  static async open(scripts: Scripts): Promise<PixelSite> {
    const site = await listen()
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: browserArguments('*.example'),
      // Playwright disables the back/forward cache by default, but the pixel must handle it.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    return new PixelSite(scripts, browser, site)
  }

  /** What a snippet needs: the pixel's key, and the origin that collects the current visitor's hits. */
  get source(): { origin: string; key: string } {
    return { origin: `http://127.0.0.1:${portOf(this.#collect!)}`, key: KEY }
  }

  /** Clears the last test's traffic. Returns a page in a new visitor's browser. */
  async newVisitor(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
    await this.#context?.close()
    if (this.#collect) await close(this.#collect)
    this.#collect = await this.#serveCollect()
    this.reply = () => ({ status: 204 })
    this.policy = ''
    this.debugAnswer = { status: 404 }
    this.received = []
    this.errors = []
    this.#context = await this.#browser.newContext({ locale: 'en-US', timezoneId: 'America/Chicago', ...options })
    const page = await this.#context.newPage()
    page.on('pageerror', (error) => this.errors.push(error.message))
    await page.addInitScript(() => {
      addEventListener('unhandledrejection', (event) => {
        throw new Error(`unhandled: ${String(event.reason)}`)
      })
    })
    return page
  }

  get bodies(): CollectBody[] {
    return this.received
      .filter(({ path, text }) => text && path === '/collect')
      .map(({ text }) => JSON.parse(text) as CollectBody)
  }

  get hits(): Hit[] {
    return this.bodies.filter((body): body is Hit => 'i' in body)
  }

  /** Waits until this many bodies have arrived and none is in flight. Throws on timeout. */
  async expectBodies(count: number, options: { within_ms?: number } = {}): Promise<CollectBody[]> {
    const end = Date.now() + (options.within_ms ?? 5_000)
    while (this.bodies.length < count && Date.now() < end) await pause(20)
    await pause(200)
    if (this.bodies.length !== count) {
      throw new Error(`Expected ${count} bodies, got ${this.bodies.length}: ${JSON.stringify(this.bodies)}`)
    }
    return this.bodies
  }

  async expectHits(count: number, options: { within_ms?: number } = {}): Promise<Hit[]> {
    await this.expectBodies(count, options)
    return this.hits
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await Promise.all([this.#site, this.#collect].map((server) => server && close(server)))
  }
}

/** Calls `lid(…)` as the site's own code does. */
export const callPixel = (page: Page, ...call: unknown[]): Promise<void> =>
  page.evaluate((args) => (window as unknown as { lid(...args: unknown[]): void }).lid(...args), call)

/** What the browser stores for the site: everything that could identify a returning visitor. */
export const storedBy = async (page: Page): Promise<{ cookies: Record<string, string>; storage: string[] }> => {
  const cookies = await page.context().cookies(page.url())
  const storage = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  return { cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])), storage }
}

/** The pixel retries after 1, 4 and 16 seconds; this divides the pauses by ten, for pages opened from now on. */
export const shortenPauses = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = window.setTimeout.bind(window)
    const startSoon = (work: () => void, pause_ms = 0, ...rest: unknown[]): number =>
      start(work, pause_ms >= 1_000 ? pause_ms / 10 : pause_ms, ...rest)
    window.setTimeout = startSoon as typeof window.setTimeout
  })
