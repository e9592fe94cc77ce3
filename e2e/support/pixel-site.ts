import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { CollectBody, Hit } from '#contract/tracking/collect-body.ts'
import { BROWSER_ARGUMENTS, findBrowser } from './find-browser.ts'

/** The key of the pixel on the site. */
export const KEY = 'abcdefgh12345678'

/** A request as the collecting server received it. */
type Received = { method: string; path: string; headers: IncomingHttpHeaders; text: string }
type Scripts = { script: string; debugScript?: string }
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
 * A customer's site and the server that serves and hears the pixel, two origins as in life, and a browser to visit them
 * with. The site shows `html` at every path.
 */
export class PixelSite {
  html = ''
  /** What the site's pages may do (Content-Security-Policy); empty: all. */
  policy = ''
  /** What the collecting server says to the pixel's debugger. */
  debugAnswer: Reply = { status: 404 }
  /** How the collecting server answers; 204 unless a test says otherwise. */
  reply: (body: CollectBody) => Reply | Promise<Reply> = () => ({ status: 204 })
  received: Received[] = []
  /** What the page threw, caught or not: the pixel must never add to it. */
  errors: string[] = []
  readonly origin: string
  /** The same site by a name for which the browser sees no secure connection. */
  readonly insecureOrigin: string
  readonly #script: string
  readonly #debugScript: string
  readonly #browser: Browser
  readonly #site: Server
  /** A new one for each visitor: what an earlier visitor's browser still sends while it closes is heard by nobody. */
  #collect: Server | undefined
  #context: BrowserContext | undefined

  private constructor({ script, debugScript = '' }: Scripts, browser: Browser, site: Server) {
    this.origin = `http://127.0.0.1:${portOf(site)}`
    this.insecureOrigin = `http://shop.example:${portOf(site)}`
    this.#script = script
    this.#debugScript = debugScript
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
      if (path.startsWith('/px.js')) return response.setHeader('content-type', 'text/javascript').end(this.#script)
      if (path === '/collect-debug.js')
        return response.setHeader('content-type', 'text/javascript').end(this.#debugScript)
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
    return text ? this.reply(JSON.parse(text) as CollectBody) : { status: 204 }
  }

  static async open(scripts: Scripts): Promise<PixelSite> {
    const site = await listen()
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: [...BROWSER_ARGUMENTS, '--host-resolver-rules=MAP *.example 127.0.0.1'],
      // Playwright turns the back/forward cache off, which is among what the pixel must cope with.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    return new PixelSite(scripts, browser, site)
  }

  /** What snippets are made of: the pixel's key, and where the present visitor's hits go. */
  get source(): { origin: string; key: string } {
    return { origin: `http://127.0.0.1:${portOf(this.#collect!)}`, key: KEY }
  }

  /** Forgets the last test's traffic and visitor; answers a page of a new visitor's browser. */
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

  /** Waits until so many bodies have come and no more are on their way; throws when they do not come. */
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

/** What the browser keeps for the site: everything by which a visitor could be known again. */
export const keptBy = async (page: Page): Promise<{ cookies: Record<string, string>; storage: string[] }> => {
  const cookies = await page.context().cookies(page.url())
  const storage = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  return { cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])), storage }
}

/** The pixel tries again after 1, 4 and 16 seconds; here after a tenth of that. For pages opened from now on. */
export const shortenPauses = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = window.setTimeout.bind(window)
    const shortened = (work: () => void, pause_ms = 0, ...rest: unknown[]): number =>
      start(work, pause_ms >= 1_000 ? pause_ms / 10 : pause_ms, ...rest)
    window.setTimeout = shortened as typeof window.setTimeout
  })
