import { z } from 'zod'
import { sentSignals } from './consent-signals.ts'

/**
 * What the pixel (`pixel/`) posts to `<origin of the script>/collect`, as JSON in a `text/plain` body: a content type
 * that costs the visitor's browser no preflight. Keys are one letter because the script must stay under 2,000 bytes.
 *
 * Answers the pixel understands (all need `Access-Control-Allow-Origin: *`, else the browser hides them from it):
 * - 204: committed. The hit is forgotten in the browser.
 * - 409 with `ClockAnswer`: the time inside the hit's id is off by more than `HIT_CLOCK_TOLERANCE_MS`. The pixel
 *   remembers the difference and sends the hit once more under a new id. The time is in the body and not only in
 *   `Date`, because a script of another origin cannot read that header.
 * - 429 or 5xx: the same body with the same id comes again after about 1, 4 and 16 seconds, once when the page
 *   goes, then once on each later page of the site.
 * - any other: the hit is given up.
 */
export type CollectBody = Hit | CountOnlyHit

/** A page view of a visitor who sent a privacy signal: it is only counted. */
export type CountOnlyHit = {
  /** The pixel's key. */
  k: string
  /** The signal: Global Privacy Control, the opt-out cookie, consent refused on the site, or the rule of the visitor's country. */
  p: 'gpc' | 'optout' | 'consent' | 'region'
  /** A visitor id that the browser had until now and has just erased: whatever it is tied to is forgotten, nothing is stored with it. */
  v?: string | undefined
}

export type Hit = {
  /** Hit id, a UUIDv7 without dashes, generated once in the browser: a retry carries the same one. */
  i: string
  /** The pixel's key. */
  k: string
  t: 'view' | 'event' | 'identify' | 'conversion'
  /** Page URL; of its query only `utm_*` and advertising click ids, of its fragment only a route (`#/cart`). */
  u: string
  /** Host of the referring page. */
  r?: string
  /** Page title. */
  d?: string
  /** Visitor id: the first-party cookie `_lid`, 128 random bits in hex. */
  v: string
  /** Session id, 128 random bits in hex, new after 30 minutes without a hit. */
  s: string
  /**
   * Hashes of the visitor's email address in lower-case hex: md5, sha1 or sha256, told apart by length. Null if there
   * was none, or if a page without https could not hash a plain address.
   */
  h?: (string | null | undefined)[]
  /** Event name. */
  n?: string | null
  /** Value of an event or conversion in the site's currency, from 0 up to `HIT_VALUE_LIMIT`; null if not a number. */
  x?: number | null
  /** Screen width in CSS pixels; this and the next two are not stored, and current pixels no longer send them. */
  w?: number
  /** Browser language, for instance `en-US`. */
  l?: string
  /** Browser time zone, for instance `America/Chicago`. */
  z?: string
  /** Milliseconds, with fractions, that the page has been visible so far. No longer sent, and never stored. */
  m?: number
  /** True if the site told the pixel that the visitor consented; false if it said nothing. */
  c?: boolean
  /** A letter for each consent platform of the page that allowed the visit (`consent-signals.ts`); absent if there was none. */
  f?: string | undefined
}

/** The body of a 409: the server's time in milliseconds since 1970. */
export type ClockAnswer = { now: number }

/** Maximum difference between the time in a hit's id and the server's, either way, before the server answers 409. */
export const HIT_CLOCK_TOLERANCE_MS = 86_400_000

/** The largest value of an event or a conversion, in whole units of the site's currency; the smallest is 0. */
export const HIT_VALUE_LIMIT = 10_000_000

/** The largest body that `/collect` accepts (SEC-12). */
export const COLLECT_BODY_LIMIT_BYTES = 8_192

/** The time in a hit's id, in milliseconds since 1970, by the browser's clock. */
export function hitIdTimeMs(hitId: string): number {
  return Number.parseInt(hitId.slice(0, 12), 16)
}

const UNSTORABLE = /[\0\p{Surrogate}]/gu

/**
 * Text is truncated rather than refused: a visit with a long title is a visit. PostgreSQL cannot store a NUL, and a
 * title cut inside an emoji ends in half a character: both are dropped, so that one odd title never breaks its batch.
 */
function text(maxLength: number) {
  return z.string().transform((value) => value.slice(0, maxLength).replace(UNSTORABLE, ''))
}

/** Sites also put email addresses into paths and campaign parameters: they are redacted before anything is stored. */
function pageUrl(value: string): string {
  const pathStart = value.indexOf('/', 8)
  if (pathStart < 0) return value
  return value.slice(0, pathStart) + value.slice(pathStart).replace(/[^/?&=#]+(?:@|%40)[^/?&=#]*/gi, '*')
}

const key = z.string().regex(/^[\w-]{1,64}$/)
const hex128 = z.string().regex(/^[0-9a-f]{32}$/)
const emailHash = z.string().regex(/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/)

const countOnlyHit = z.strictObject({ k: key, p: z.enum(['gpc', 'optout', 'consent', 'region']), v: hex128.optional() })

const hit = z.strictObject({
  i: z.string().regex(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/),
  k: key,
  t: z.enum(['view', 'event', 'identify', 'conversion']),
  u: text(2000)
    .pipe(z.string().regex(/^https?:\/\//))
    .transform(pageUrl),
  r: text(255).optional(),
  d: text(120).optional(),
  v: hex128,
  s: hex128,
  h: z
    .array(emailHash.nullable())
    .max(9)
    .default([])
    .transform((hashes) => hashes.filter((hash) => hash !== null)),
  n: text(64).nullish(),
  x: z.number().min(0).max(HIT_VALUE_LIMIT).nullish(),
  w: z.number().nonnegative().max(100_000).transform(Math.round).optional(),
  l: text(35).optional(),
  z: text(64).optional(),
  m: z.number().nonnegative().transform(Math.round).optional(),
  c: z.boolean().default(false),
  f: z.string().regex(sentSignals).optional(),
})

/** Validates a parsed body: `'p' in body` tells a counted page view from a hit. */
export const collectBody = z.union([hit, countOnlyHit])
