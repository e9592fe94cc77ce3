/**
 * Why the visitor must not be identified: an opt-out, no consent, or nobody has said yet. Empty from a platform that allows it, undefined where
 * there is none. The server itself says `gpc` or `region` (`region-part.ts`).
 */
export type Verdict = undefined | '' | 'gpc' | 'optout' | 'consent' | 'region' | 'wait'
export type Read = () => Verdict

/** What consent platforms dispatch on the window when they are ready and when the visitor decides. */
export const events = [
  'OneTrustGroupsUpdated',
  'OTConsentApplied',
  'consent.onetrust',
  'CookiebotOnConsentReady',
  'CookiebotOnAccept',
  'CookiebotOnDecline',
  'UC_UI_INITIALIZED',
  'UC_UI_CMP_EVENT',
  'UC_CONSENT',
]

type Gpp = (command: 'addEventListener', heard: (event: { pingData?: Ping }) => void) => void
type Ping = { signalStatus?: string; parsedSections?: Record<string, unknown> }
type Tcf = (command: 'addEventListener', version: 2, heard: (data: { gdprApplies?: boolean } | null) => void) => void
type Choices = { ad_storage?: string; ad_user_data?: string; region?: string | readonly string[] }
type Service = { categorySlug?: string; consent?: { status?: boolean } }
type Details = {
  consent?: { required?: boolean; type?: string }
  categories?: { marketing?: { state?: string } }
}
type Platforms = {
  __gpp?: Gpp
  __tcfapi?: Tcf
  dataLayer?: ArrayLike<ArrayLike<unknown>> & { push(...entries: unknown[]): number }
  OptanonWrapper?: unknown
  OneTrust?: { OnConsentChanged?: unknown }
  OnetrustActiveGroups?: string
  Cookiebot?: { hasResponse?: boolean; consent?: { marketing?: boolean } }
  UC_UI?: { isInitialized(): boolean; getServicesBaseInfo(): Service[] | Promise<Service[]> }
  __ucCmp?: { getConsentDetails(): Promise<Details> }
}
const page = window as unknown as Platforms

/**
 * Reads everything that a page knows of its visitor's choice. One "no" forbids identification, whatever the others say, and
 * nothing is ever permission where another says no. `changed` is called when a platform that answers later has answered, `note` with the letters of
 * those that allow it. `banner` is asked where no platform is there: the page's own comes first.
 */
export function createReader(changed: () => void, note: (letters: string) => void, banner?: Read): Read {
  // By number: pages add properties to every object, and to lists what a loop over their items would meet.
  const reads: readonly (readonly [letter: string, read: Read])[] = [
    ['g', createGpp(changed)],
    ['t', createTcf(changed)],
    ['m', createGoogle(changed)],
    ['o', readOneTrust],
    ['c', readCookiebot],
    ['u', createUsercentrics(readServices, changed)],
    ['u', createUsercentrics(readDetails, changed)],
  ]
  return () => {
    let sum: Verdict
    let letters = ''
    for (let at = 0; at < reads.length; at++) {
      const verdict = verdictOf(reads[at]![1])
      if (verdict && verdict !== 'wait') return verdict
      sum ||= verdict
      if (verdict === '') letters += reads[at]![0]
    }
    if (banner && sum === undefined && (sum = verdictOf(banner)) === '') letters = 'b'
    if (banner && sum && sum !== 'wait') return sum
    note(letters)
    return sum
  }
}

/** A platform that is there and cannot be read has not given its consent. */
const verdictOf = (reader: Read): Verdict => {
  try {
    return reader()
  } catch {
    return 'consent'
  }
}

// Pages can break the methods of arrays, so none is used here.
const listOf = <One>(value: One | readonly One[]): readonly One[] =>
  Array.isArray(value) ? (value as readonly One[]) : [value as One]

type Segment = Partial<Record<string, unknown>> | null
const isOptOut = (segment: Segment): boolean =>
  segment?.OptOutSale === 'Y' ||
  segment?.Gpc === true ||
  segment?.SaleOptOut === 1 ||
  segment?.SharingOptOut === 1 ||
  segment?.TargetedAdvertisingOptOut === 1

/** The sections of the US: by the specification a list of segments each, by some platforms one object. */
function isOptedOut(sections: Record<string, unknown>): boolean {
  for (const name in sections) {
    if (!/^us([a-z]{2,3}|pv1)$/.test(name)) continue
    for (const segment of listOf<Segment>(sections[name] as Segment | Segment[])) if (isOptOut(segment)) return true
  }
  return false
}

/** IAB's Global Privacy Platform. Its sections count only once its signal is ready. */
function createGpp(changed: () => void): Read {
  let verdict: Verdict | 'absent' = 'absent'
  return () => {
    if (verdict !== 'absent') return verdict
    if (typeof page.__gpp !== 'function') return undefined
    verdict = 'wait'
    page.__gpp('addEventListener', (event) => {
      const { signalStatus, parsedSections = {} } = (event && event.pingData) || {}
      if (signalStatus !== 'ready') return
      verdict = isOptedOut(parsedSections) ? 'optout' : ''
      changed()
    })
    return verdict
  }
}

/** IAB's framework for Europe: the pixel is no vendor of its list, so where the GDPR applies nobody can consent to it there. */
function createTcf(changed: () => void): Read {
  let verdict: Verdict | 'absent' = 'absent'
  return () => {
    if (verdict !== 'absent') return verdict
    if (typeof page.__tcfapi !== 'function') return undefined
    verdict = 'wait'
    page.__tcfapi('addEventListener', 2, (data) => {
      if (typeof data?.gdprApplies !== 'boolean') return
      verdict = data.gdprApplies ? 'consent' : ''
      changed()
    })
    return verdict
  }
}

function isOfTheUs({ region }: Choices): boolean {
  if (!region) return true
  for (const place of listOf(region)) if (/^US\b/.test(place)) return true
  return false
}

/**
 * Google's Consent Mode, of which the last command for each kind counts. "Granted" permits nothing by itself: most sites grant by default. The
 * collector refuses visitors of Europe in any case, so defaults for other regions than the US are skipped.
 */
function createGoogle(changed: () => void): Read {
  let heard: Platforms['dataLayer']
  return () => {
    const layer = page.dataLayer
    if (!layer) return undefined
    if (layer !== heard) {
      heard = layer
      const { push } = layer
      layer.push = (...entries) => {
        const count = push.apply(layer, entries)
        changed()
        return count
      }
    }
    const last: Choices = {}
    for (let at = 0; at < layer.length; at++) {
      const entry = layer[at]
      if (entry?.[0] !== 'consent' || (entry[1] !== 'default' && entry[1] !== 'update')) continue
      const choices = (entry[2] ?? {}) as Choices
      if (!isOfTheUs(choices)) continue
      last.ad_storage = choices.ad_storage ?? last.ad_storage
      last.ad_user_data = choices.ad_user_data ?? last.ad_user_data
    }
    if (last.ad_storage === 'denied' || last.ad_user_data === 'denied') return 'consent'
    return last.ad_storage || last.ad_user_data ? '' : undefined
  }
}

/** Its fourth category is advertising. Before `OnConsentChanged` is there, the object is only a configuration. */
function readOneTrust(): Verdict {
  if (!page.OneTrust && !page.OptanonWrapper && page.OnetrustActiveGroups === undefined) return undefined
  if (!page.OneTrust?.OnConsentChanged || typeof page.OnetrustActiveGroups !== 'string') return 'wait'
  return /,C0004,/.test(`,${page.OnetrustActiveGroups},`) ? '' : 'consent'
}

function readCookiebot(): Verdict {
  const platform = page.Cookiebot
  if (!platform) return undefined
  if (platform.consent?.marketing) return ''
  return platform.hasResponse ? 'consent' : 'wait'
}

/** Version 2: every service for advertising must be allowed. */
async function readServices(): Promise<Verdict> {
  if (!page.UC_UI!.isInitialized()) return 'wait'
  const services = await page.UC_UI!.getServicesBaseInfo()
  for (const { categorySlug, consent } of services)
    if (categorySlug === 'marketing' && !consent?.status) return 'consent'
  return ''
}

/** Version 3: where consent is required, only the visitor's own choice counts. */
async function readDetails(): Promise<Verdict> {
  const { consent, categories } = await page.__ucCmp!.getConsentDetails()
  if (consent?.required === false) return ''
  return consent?.type === 'EXPLICIT' && categories?.marketing?.state === 'ALL_ACCEPTED' ? '' : 'consent'
}

/** Both versions of Usercentrics answer later, and are asked again at each of their events. */
function createUsercentrics(ask: () => Promise<Verdict>, changed: () => void): Read {
  let verdict: Verdict = 'wait'
  let isAsking = false
  const isThere = ask === readServices ? () => page.UC_UI : () => page.__ucCmp
  return () => {
    if (!isThere()) return undefined
    if (!isAsking) {
      isAsking = true
      ask()
        .catch((): Verdict => 'consent')
        .then((answer) => {
          isAsking = false
          if (answer === verdict) return
          verdict = answer
          changed()
        })
    }
    return verdict
  }
}
