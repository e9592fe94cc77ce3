import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { browserArguments, findBrowser } from './find-browser.ts'
import { saveSession, sessionFile, resetLanguage, type ProofState, type SessionState } from './open-session.ts'
import type { Login } from './people.ts'
import type { Say } from './texts.ts'
import { startTlsFront, type TlsFront } from './tls-front.ts'
import { Watch } from './watch.ts'
import { world } from './world.ts'

export interface Look {
  theme?: 'light' | 'dark'
  width?: number
  /**
   * Off for tests that block or change the application's files, which the service worker has cached, and for tests that
   * read raw responses of the host.
   */
  worker?: 'off'
  /** None for tests of the dialog that asks who somebody is; everybody else has just said so. */
  proof?: ProofState
}

const sizeOf = ({ width }: Look) => ({ width: width ?? 1280, height: width === undefined ? 900 : 800 })

const pictures = join(import.meta.dirname, '../../.tmp')
const patience_ms = 45_000
/** The most idle profiles kept for later tests of the same people. The demo has fewer people than this. */
const maxIdle = 16
/** Half an access token's life: it must not expire in a test, since a refresh uses up the next test's refresh token. */
const sharedSession_ms = 5 * 60_000
const minute_ms = 60_000
/** Calls of a person in this minute after which the next page waits: a user may send 300. */
const manyCalls = 180
/** A headed browser's user agent; the pipeline treats a headless one as a bot. */
const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A browser profile, and its person if a later test of that person may reuse it. */
interface Profile {
  context: BrowserContext
  watch: Watch
  login?: Login
  worker: Look['worker']
  /** A page that stays open between tests to keep the origin's process, and with it the compiled code. */
  anchor?: Page
  /** Whether its pages stay open between tests (`support/tour.ts`). */
  staysOpen?: boolean
}

/** An external domain, and its TLS front. */
interface Outside {
  domain: string
  front: TlsFront
}

/** Browser pages on the running program. Every page is watched, and closed after its test. */
export class Stage {
  readonly port: number
  readonly #browser: Browser
  #opened: Profile[] = []
  #idle: Profile[] = []
  /** Calls that each person's pages have sent in a minute. */
  readonly #sent = new Map<Login, { minute: number; calls: number }>()

  readonly #outside: Outside | undefined

  constructor(browser: Browser, port: number, outside?: Outside) {
    this.#browser = browser
    this.port = port
    this.#outside = outside
  }

  origin(host: string): string {
    return host === this.#outside?.domain
      ? `https://${host}:${this.#outside.front.port}`
      : `http://${host}:${this.port}`
  }

  /** A new browser profile in which nobody is signed in. */
  async newPage(look: Look = {}, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      locale: 'en-US',
      timezoneId: 'America/Chicago',
      colorScheme: look.theme ?? 'light',
      viewport: sizeOf(look),
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      serviceWorkers: look.worker === 'off' ? 'block' : 'allow',
      ...options,
    })
    context.setDefaultTimeout(patience_ms)
    this.#opened.push({ context, watch: new Watch(context), worker: look.worker })
    return context.newPage()
  }

  /** A person's shared session; signs in again if it is old. */
  async #sessionOf(login: Login, proof: ProofState = 'given'): Promise<SessionState> {
    const folder = world().sessionFolder
    const file = sessionFile(folder, login, proof)
    const signedIn = statSync(file, { throwIfNoEntry: false })
    if (signedIn === undefined || Date.now() - signedIn.mtimeMs > sharedSession_ms)
      await saveSession(folder, this.port, this.origin(login.host), login, proof)
    return JSON.parse(readFileSync(file, 'utf8')) as SessionState
  }

  /**
   * A page of a person who is already signed in. Reuses the profile of an earlier test in any file, if there is one,
   * and resets everything but the session: a new profile has to fetch and compile the application again, which costs
   * more than a page does.
   */
  async newPageOf(login: Login, path = '/', look: Look = {}): Promise<Page> {
    await this.waitForRoom(login)
    await this.#leaveTour(login)
    const state = await this.#sessionOf(login, look.proof)
    const profile = this.#idle.find((each) => each.login === login && each.worker === look.worker)
    const page = profile ? await this.#reopen(profile, state, look) : await this.newPage(look, { storageState: state })
    if (!profile) {
      this.#opened.at(-1)!.login = login
      page.context().on('request', (request) => this.#count(login, request.url()))
    }
    await page.goto(this.origin(login.host) + path)
    return page
  }

  /** The profile of a person whose page stayed open serves the next one as well. */
  async #leaveTour(login: Login): Promise<void> {
    const profile = this.#opened.find((each) => each.staysOpen && each.login === login)
    if (!profile) return
    this.#opened = this.#opened.filter((each) => each !== profile)
    profile.staysOpen = false
    await this.#leave(profile, login)
  }

  #count(login: Login, url: string): void {
    if (!new URL(url).pathname.startsWith('/api/')) return
    const minute = Math.floor(Date.now() / minute_ms)
    const rate = this.#sent.get(login)
    this.#sent.set(login, { minute, calls: rate?.minute === minute ? rate.calls + 1 : 1 })
  }

  /**
   * On a fast machine, tests of the same person together would send more calls in a minute than a user may. Waits for the
   * next minute if more than `most` were sent in this one.
   */
  async waitForRoom(login: Login, most = manyCalls): Promise<void> {
    const now_ms = Date.now()
    const rate = this.#sent.get(login)
    if (rate && rate.minute === Math.floor(now_ms / minute_ms) && rate.calls > most)
      await sleep(minute_ms - (now_ms % minute_ms))
  }

  async #reopen(profile: Profile, state: SessionState, look: Look): Promise<Page> {
    this.#idle = this.#idle.filter((each) => each !== profile)
    this.#opened.push(profile)
    await profile.context.clearCookies()
    await profile.context.addCookies(state.cookies)
    await profile.anchor!.evaluate(
      (entries) => {
        localStorage.clear()
        for (const { name, value } of entries) localStorage.setItem(name, value)
      },
      state.origins.flatMap(({ localStorage }) => localStorage),
    )
    const page = await profile.context.newPage()
    await page.setViewportSize(sizeOf(look))
    await page.emulateMedia({ colorScheme: look.theme ?? 'light' })
    return page
  }

  /** A visitor's browser for websites, optionally with Global Privacy Control. */
  async newVisitor(options: { gpc?: boolean; robot?: boolean } = {}): Promise<Page> {
    const page = await this.newPage({}, options.robot ? {} : { userAgent })
    if (options.gpc) {
      await page.context().setExtraHTTPHeaders({ 'sec-gpc': '1' })
      await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    }
    return page
  }

  /** Allows errors that a test causes on purpose. */
  allow(page: Page, pattern: RegExp): void {
    this.#opened.find(({ context }) => context === page.context())?.watch.expect(pattern)
  }

  /** Whether a page and its profile stay open after the test. */
  leaveOpen(page: Page, staysOpen: boolean): void {
    const profile = this.#opened.find(({ context }) => context === page.context())
    if (profile) profile.staysOpen = staysOpen
  }

  /** Keeps what a failed test saw last: screenshots under `.tmp/`, and the text in the output. */
  async savePictures(test: string): Promise<void> {
    const pages = this.#opened.flatMap(({ context, anchor }) => context.pages().filter((page) => page !== anchor))
    const name = test.replaceAll(/\W+/g, '-').slice(0, 60)
    await Promise.allSettled(
      pages.flatMap((page, n) => [
        page.screenshot({ path: join(pictures, `failed-${name}-${n}.png`), timeout: 5_000 }),
        printVisibleText(page),
      ]),
    )
  }

  /** Closes what the test opened. Returns unexpected errors. */
  async clear(): Promise<string[]> {
    const profiles = this.#opened
    this.#opened = profiles.filter(({ staysOpen }) => staysOpen)
    const closingProfiles = profiles.filter(({ staysOpen }) => !staysOpen)
    for (const profile of closingProfiles) if (profile.watch.takeLanguageChange()) await this.#turnBack(profile)
    const closings = closingProfiles.map((profile) =>
      profile.login ? this.#leave(profile, profile.login) : profile.context.close(),
    )
    await Promise.all(closings)
    return profiles.flatMap(({ watch }) => watch.takeProblems())
  }

  /** All journeys share the world, so an account that was switched to Arabic is reset. */
  async #turnBack({ context }: Profile): Promise<void> {
    const page = context.pages().find((one) => one.url().startsWith('http'))
    const token = await page?.evaluate(() => localStorage.getItem('access_token'))
    if (page && token) await resetLanguage(new URL(page.url()).hostname, this.port, token)
  }

  /** Closes the pages of a profile that the next test may reuse. */
  async #leave(profile: Profile, login: Login): Promise<void> {
    const pages = profile.context.pages().filter((page) => page !== profile.anchor)
    if (!profile.anchor) {
      profile.anchor = await profile.context.newPage()
      await profile.anchor.goto(`${this.origin(login.host)}/api/keys`)
    }
    await Promise.all(pages.map((page) => page.close()))
    this.#idle.push(profile)
    if (this.#idle.length > maxIdle) await this.#idle.shift()!.context.close()
  }
}

/** The browser of all journeys. It ends with the process that runs them. */
let browser: Promise<Browser> | undefined
export const openBrowser = (): Promise<Browser> => (browser ??= launch())

const launch = async (args = browserArguments()): Promise<Browser> =>
  chromium.launch({ executablePath: await findBrowser(), args })

let stageOfAll: Stage | undefined

/**
 * The stage of a test file, shared by all files. No test may leave an error in a console. An external `domain` is
 * mapped to the program over TLS, as its DNS records and a proxy would, in a separate browser.
 */
export function useStage(domain?: string): () => Stage {
  let stage: Stage | undefined
  let leave = async (): Promise<void> => {}
  beforeAll(async () => {
    if (domain === undefined) return void (stage = stageOfAll ??= new Stage(await openBrowser(), world().port))
    const front = await startTlsFront(world().port)
    const browser = await launch([...browserArguments(domain), '--ignore-certificate-errors'])
    stage = new Stage(browser, world().port, { domain, front })
    leave = async () => {
      await browser.close()
      front.close()
    }
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage?.savePictures(task.name)
    expect(await stage?.clear(), 'errors, or requests to elsewhere').toEqual([])
  })
  afterAll(() => leave())
  return () => {
    if (!stage) throw new Error('the stage is available only inside tests')
    return stage
  }
}

/** Stores the page's language as the device's choice; otherwise the account's language would replace it. */
export const storeLanguage = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem('user-locale', document.documentElement.lang))

/** Signs in through the form and waits for the page behind it. */
export async function signIn(page: Page, origin: string, login: Login, t: Say): Promise<void> {
  if (!page.url().startsWith(origin)) await page.goto(origin)
  await storeLanguage(page)
  await page.getByLabel(t('Email'), { exact: true }).fill(login.email)
  await page.getByLabel(t('Password'), { exact: true }).fill(login.password)
  await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
  await page.getByRole('button', { name: t('Account of {name}', { name: login.name }) }).waitFor()
}

const maxSaid = 1_500

/** Prints the text of the topmost dialog, or of the page. */
async function printVisibleText(page: Page): Promise<void> {
  const { pathname, search } = new URL(page.url())
  const element = page.locator('[role=dialog], main, body').last()
  const text = await element.innerText({ timeout: 5_000 })
  console.log(`Last seen at ${pathname}${search}: ${text.replaceAll(/\s+/g, ' ').slice(0, maxSaid)}`)
}
