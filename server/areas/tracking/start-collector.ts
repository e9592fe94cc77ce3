import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { regionRuleOf, type RegionRuleName } from '#contract/privacy/region-rules.ts'
import { COLLECT_BODY_LIMIT_BYTES } from '#contract/tracking/collect-body.ts'
import { newId } from '#server/platform/ids.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Platform } from '#server/platform/platform.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { answerDebugger, readDebugCall, type ReadDebugged } from './answer-debugger.ts'
import { answerImage, answerJson, answerPreflight, answerStored, refuse, type Refusal } from './answers.ts'
import { callerAddress, countedAddress } from './caller-address.ts'
import { createCompanyRanges } from './company-ranges.ts'
import { openKeptCountries } from '#server/platform/country-of.ts'
import { dataCenterRanges, demoDataCenterRange } from './data-center-ranges.ts'
import { countKept, countRefused } from './count-hits.ts'
import { createIsDataCenter } from './data-centers.ts'
import type { Entry } from './hit.ts'
import { HitLimits, usualLimits, type LimitNumbers, UnknownKeys } from './hit-limits.ts'
import { countedReason, entryOf, imageHitOf, sendsGpc, type Visitor } from './judge-hit.ts'
import { maintainPartitions } from './maintain-partitions.ts'
import { joinCollectors, type CollectorPeers } from './collector-peers.ts'
import { createPixelScript, type SendScript } from './pixel-script.ts'
import { createPixels, type Pixel } from './pixels.ts'
import { isClockOff, isPixelKey, readBody, readText } from './read-body.ts'
import { createStore } from './store.ts'

export interface CollectorOptions {
  limits?: LimitNumbers
  /** Entries that may wait to be stored; beyond that, senders are told to retry later (SEC-12). */
  maxWaiting?: number
  /** How often changed and removed pixels are noticed. New ones are known at once. */
  refreshPixels_ms?: number
  pixelScript?: string
  debugScript?: string
  addressScript?: string
  /** Reads what the debugger shows of a campaign; without it the debugger responds to nobody. */
  readDebugged?: ReadDebugged
  /** Host and port, if only one program can listen there; absent while a free port is chosen. */
  place?: string
}

export interface Collector {
  /** Handles /collect, /collect.gif, /px.js, its parts and the debugger; returns false for every other request, untouched. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  /** Stores and acknowledges what is queued, rejects new requests. */
  close(): Promise<void>
}

const imagePath = '/collect.gif?'
const scriptPath = '/px.js'
const debugPath = '/collect-debug'
const debugScriptPath = '/collect-debug.js'
const addressScriptPath = '/collect-address.js'
const bannerScriptPath = '/collect-banner.js'
const bannerPath = '/collect-banner'
const consentScriptPath = '/collect-consent.js'
const acceptedType = /^(?:text\/plain|application\/json)\s*(?:;|$)/i

/** While no hits arrive, companies' ranges are reloaded with every twelfth refresh only. */
const refreshesWhileQuiet = 12

const noPixel: Refusal = { code: 'not_found', field: 'k', message: 'There is no pixel with this key.' }

const newHitId = (now_ms: number): string => newId(now_ms).replaceAll('-', '')

/**
 * Receives the pixel's hits. Uses bare node:http, because it runs for every page view of every site: parse, judge in
 * memory, wait for the group commit, respond. Nothing is acknowledged before PostgreSQL has confirmed the commit.
 */
export async function startCollector(platform: Platform, options: CollectorOptions = {}): Promise<Collector> {
  const partitions = await maintainPartitions(platform)
  const others = await joinCollectors(platform, options.place)
  const countryOf = await openKeptCountries()
  const collector = new HitCollector(platform, options, others, countryOf, () => partitions.runSoon())
  await collector.refresh()
  return {
    handle: (request, response) => collector.handle(request, response),
    async close() {
      partitions.stop()
      await collector.close()
      await others.close()
    },
  }
}

class HitCollector {
  readonly #platform: Platform
  readonly #pixels
  readonly #limits
  readonly #unknown = new UnknownKeys()
  readonly #others
  readonly #store
  readonly #isDataCenter
  readonly #companies
  readonly #countryOf
  /** By path: the pixel and the parts that it loads. */
  readonly #scripts
  /** The part that says whether a visitor may be identified, by what is known before. */
  readonly #consentParts: Readonly<Record<RegionRuleName | 'gpc', SendScript>>
  readonly #readDebugged
  readonly #refreshTimer
  /** A hit arrived since the last refresh. */
  #isBusy = false
  readonly #ignoresGpcHeader = hasFault('skip-gpc-header')
  readonly #acknowledgesEarly = hasFault('acknowledge-before-commit')

  constructor(
    platform: Platform,
    options: CollectorOptions,
    others: CollectorPeers,
    countryOf: (address: string) => string,
    onMissingDay: () => void,
  ) {
    const { config, log, appPool } = platform
    this.#platform = platform
    this.#pixels = createPixels(appPool)
    this.#others = others
    this.#limits = new HitLimits(options.limits ?? usualLimits, others, platform.clock.now())
    this.#store = createStore(platform, options.maxWaiting ?? 5_000, onMissingDay)
    this.#isDataCenter = createIsDataCenter([...dataCenterRanges, ...(config.production ? [] : [demoDataCenterRange])])
    this.#countryOf = hasFault('skip-country-rules') ? () => '' : countryOf
    this.#companies = createCompanyRanges(platform.identityPool)
    const script = (file: string | undefined, name: string) =>
      createPixelScript(file ?? join(projectRoot, 'dist/pixel', name))
    this.#scripts = new Map([
      [scriptPath, script(options.pixelScript, 'px.js')],
      [debugScriptPath, script(options.debugScript, 'debug.js')],
      [addressScriptPath, script(options.addressScript, 'address.js')],
      [bannerScriptPath, script(undefined, 'banner.js')],
    ])
    const part = (name: string) => createPixelScript(join(projectRoot, 'dist/pixel', name), true)
    this.#consentParts = {
      identify: part('consent.js'),
      gpc: part('consent-gpc.js'),
      company: part('consent-region.js'),
      count: part('consent-region.js'),
      nothing: part('consent-wait.js'),
    }
    this.#readDebugged = options.readDebugged
    let refreshes = 0
    this.#refreshTimer = setInterval(() => {
      this.#pixels.refresh().catch((error: unknown) => log.warn({ err: error }, 'pixels could not be refreshed'))
      if (this.#isBusy || ++refreshes % refreshesWhileQuiet === 0) void this.refresh()
      this.#isBusy = false
    }, options.refreshPixels_ms ?? 5_000)
    this.#refreshTimer.unref()
  }

  /** Reloads companies' ranges when they change. Without them no company is found, but hits are still accepted. */
  refresh(): Promise<void> {
    const { log } = this.#platform
    return this.#companies
      .refresh()
      .catch((error: unknown) => log.warn({ err: error }, 'company IP ranges could not be read'))
  }

  async close(): Promise<void> {
    clearInterval(this.#refreshTimer)
    await this.#store.close()
  }

  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method } = request
    if (url === '/collect') {
      if (method === 'POST') this.#receive(request, response, (text) => this.#accept(request, response, text))
      else if (method === 'OPTIONS') answerPreflight(response)
      else return false
      return true
    }
    if (url.startsWith(imagePath) && method === 'GET') {
      this.#receiveImage(request, response)
      return true
    }
    if (url === debugPath && method === 'POST') {
      this.#receive(request, response, (text) => this.#tellDebugger(request, response, text))
      return true
    }
    if (method !== 'GET' && method !== 'HEAD') return false
    const [path, query = ''] = url.split('?', 2) as [string, string?]
    const send =
      path === consentScriptPath
        ? () => this.#sendConsentPart(query, request, response)
        : path === bannerPath
          ? () => this.#sendBanner(query, request, response)
          : this.#scripts.get(path)
    send?.(request, response).catch(() => this.#refuse(response, { code: 'not_found' }))
    return send !== undefined
  }

  /** The first answer that a visitor gets, before anything is stored: by the country's rule and the header of the browser. */
  async #sendConsentPart(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Without the database the law's rules remain: the report that follows is judged again.
    const pixel = await this.#pixelOf(key, request).catch(() => null)
    const rule = regionRuleOf(this.#countryOf(this.#addressOf(request)), pixel?.countryRules)
    const isGpc = rule !== 'nothing' && sendsGpc(this.#headersOf(request))
    await this.#consentParts[isGpc ? 'gpc' : rule](request, response)
  }

  /** Under which brand the banner asks. */
  async #sendBanner(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pixel = await this.#pixelOf(key, request)
    if (!pixel) return this.#refuse(response, noPixel)
    const { rows } = await this.#platform.appPool.query<{ name: string; color: string }>({
      name: 'tracking.banner',
      text: `select name, brand_color as color from brand where company_id = any($1::uuid[]) order by company_id = $2 desc limit 1`,
      values: [[pixel.agencyId, pixel.rootId], pixel.agencyId],
    })
    answerJson(response, rows[0] ?? {})
  }

  async #pixelOf(key: string, request: IncomingMessage): Promise<Pixel | null> {
    const knownPixel = this.#pixels.known(key)
    if (knownPixel !== undefined) return knownPixel
    const address = this.#countedAddressOf(request)
    if (!isPixelKey(key) || this.#unknown.ask(address, this.#platform.clock.now()) > 0) return null
    const pixel = await this.#pixels.find(key)
    if (pixel) this.#unknown.forgive(address)
    return pixel
  }

  #receive(request: IncomingMessage, response: ServerResponse, accept: (text: string) => void): void {
    const { 'content-type': type, 'content-length': length } = request.headers
    if (Number(length) > COLLECT_BODY_LIMIT_BYTES) {
      this.#rejectUnread(request, response)
      return
    }
    readText(request, COLLECT_BODY_LIMIT_BYTES, (text) => {
      if (text === null) this.#rejectUnread(request, response)
      else if (type !== undefined && !acceptedType.test(type)) {
        const message = 'Send the body as text/plain or application/json.'
        this.#refuse(response, { code: 'malformed', field: 'content-type', message })
      } else accept(text)
    })
  }

  #accept(request: IncomingMessage, response: ServerResponse, text: string): void {
    const reading = readBody(text)
    if ('problem' in reading) {
      this.#refuse(response, reading.problem)
      return
    }
    const { body } = reading
    this.#withPixel(body.k, request, response, (pixel, visitor) => {
      const now = this.#platform.clock.now()
      const entry = entryOf(pixel, body, visitor, this.#isDataCenter, this.#companies.companyOf, () => newHitId(now))
      if ('hit' in entry && isClockOff(entry.hit.id, now)) {
        this.#refuse(response, { code: 'clock_off', field: 'i', now })
      } else this.#keep(entry, response, answerStored)
    })
  }

  /** Limited like hits, but counted separately: the debugger takes nothing from the limit of the site's visitors. */
  #tellDebugger(request: IncomingMessage, response: ServerResponse, text: string): void {
    const readCampaign = this.#readDebugged
    const call = readDebugCall(this.#platform, text)
    if (!readCampaign || 'refusal' in call) {
      this.#refuse(response, 'refusal' in call ? call.refusal : { code: 'not_found' })
      return
    }
    const tell = (pixel: Pixel, visitor: Visitor): void => {
      const question = { call, pixel, visitor, isDataCenter: this.#isDataCenter, read: readCampaign }
      answerDebugger(this.#platform, question).then(
        (answer) => {
          if (!answer) this.#refuse(response, noPixel)
          else if ('refusal' in answer) this.#refuse(response, answer.refusal)
          else answerJson(response, answer)
        },
        (error: unknown) => {
          this.#platform.log.error({ err: error }, 'a pixel debugger request failed')
          this.#rejectForNow(response)
        },
      )
    }
    this.#withPixel(call.pixelKey, request, response, tell, `debug ${call.pixelKey}`)
  }

  #receiveImage(request: IncomingMessage, response: ServerResponse): void {
    const query = new URLSearchParams(request.url!.slice(imagePath.length))
    const strange = [...query.keys()].find((name) => name !== 'k')
    const key = query.get('k')
    if (strange !== undefined || key === null || !isPixelKey(key)) {
      const field = strange ?? 'k'
      const message = strange === undefined ? 'k must be the key of a pixel.' : `${strange} is not known.`
      this.#refuse(response, { code: 'malformed', field, message })
      return
    }
    this.#withPixel(key, request, response, (pixel, visitor) => {
      const countAs = countedReason(pixel, visitor)
      const id = newHitId(this.#platform.clock.now())
      const entry = countAs ? { pixel, countAs } : { hit: imageHitOf(pixel, id, visitor, this.#isDataCenter) }
      this.#keep(entry, response, answerImage)
    })
  }

  /** Continues with the key's pixel and the visitor, unless the pixel does not exist or the rate limit is exceeded. */
  #withPixel(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    goOn: (pixel: Pixel, visitor: Visitor) => void,
    countAs = key,
  ): void {
    const acceptFor = (pixel: Pixel | null): void => {
      if (!pixel) {
        this.#refuse(response, noPixel)
        return
      }
      const { clock } = this.#platform
      const address = this.#addressOf(request)
      const settle = (retryAfterSeconds: number): void => {
        if (retryAfterSeconds > 0) this.#refuse(response, { code: 'too_many', retryAfterSeconds })
        else goOn(pixel, { headers: this.#headersOf(request), address, country: this.#countryOf(address) })
      }
      this.#others.touch()
      this.#isBusy = true
      const wait = this.#limits.take(countAs, this.#countedAddressOf(request), clock.now())
      if (typeof wait === 'number') settle(wait)
      else wait.then(settle, () => this.#rejectForNow(response))
    }
    const cachedPixel = this.#pixels.known(key)
    if (cachedPixel !== undefined) acceptFor(cachedPixel)
    else this.#lookUp(key, request, response, acceptFor)
  }

  #lookUp(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    proceed: (pixel: Pixel | null) => void,
  ): void {
    const address = this.#countedAddressOf(request)
    // Many hits can name one key before its answer arrives, as after a restart: only the first one costs a look-up.
    const isCounted = !this.#pixels.isAsked(key)
    const retryAfterSeconds = isCounted ? this.#unknown.ask(address, this.#platform.clock.now()) : 0
    if (retryAfterSeconds > 0) {
      this.#refuse(response, { code: 'too_many', retryAfterSeconds })
      return
    }
    const forgive = (): void => {
      if (isCounted) this.#unknown.forgive(address)
    }
    this.#pixels.find(key).then(
      (pixel) => {
        if (pixel) forgive()
        proceed(pixel)
      },
      () => {
        forgive()
        this.#rejectForNow(response)
      },
    )
  }

  #headersOf({ headers }: IncomingMessage): IncomingMessage['headers'] {
    return this.#ignoresGpcHeader ? { ...headers, 'sec-gpc': undefined } : headers
  }

  #countedAddressOf(request: IncomingMessage): string {
    return countedAddress(request, this.#platform.config.TRUSTED_PROXIES)
  }

  #addressOf(request: IncomingMessage): string {
    return callerAddress(request, this.#platform.config.TRUSTED_PROXIES)
  }

  #keep(entry: Entry, response: ServerResponse, answer: (response: ServerResponse) => void): void {
    if (this.#acknowledgesEarly) {
      answer(response)
      this.#store.add({ entry, settle: () => {} })
      return
    }
    const settle = (isStored: boolean): void => {
      if (isStored) {
        countKept(entry)
        answer(response)
      } else this.#rejectForNow(response)
    }
    if (!this.#store.add({ entry, settle })) this.#rejectForNow(response)
  }

  #rejectForNow(response: ServerResponse): void {
    this.#refuse(response, { code: 'overloaded', retryAfterSeconds: 1 })
  }

  /** The rest of a body that is too long is not read. */
  #rejectUnread(request: IncomingMessage, response: ServerResponse): void {
    const message = `The body is longer than ${COLLECT_BODY_LIMIT_BYTES} bytes.`
    this.#refuse(response, { code: 'too_large', message, close: true })
    response.once('finish', () => request.destroy())
  }

  #refuse(response: ServerResponse, refusal: Refusal): void {
    countRefused(refusal.code)
    refuse(response, newId(this.#platform.clock.now()), refusal)
  }
}
