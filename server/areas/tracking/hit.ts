import type { HitFlag, hiddenOrigin } from '#contract/tracking/flags.ts'
import type { Pixel } from './pixels.ts'

/** What is stored of a visitor's hit. */
export interface Hit {
  pixel: Pixel
  /** Ids are 32 hex digits, as the pixel sends them. */
  id: string
  kind: string
  pageUrl: string
  pageHost: string
  title: string | undefined
  referrerHost: string | undefined
  visitorId: string | undefined
  sessionId: string | undefined
  /** In hex, newest first. */
  hashes: readonly string[] | undefined
  eventName: string | undefined
  eventValue_cents: number | undefined
  mark: HitFlag | typeof hiddenOrigin | undefined
  userAgentFamily: string
  /** The domain of the company whose range contains the visitor's address; only for pixels that look for companies. */
  company: string | undefined
  /** What the visit was checked for (`contract/tracking/consent-signals.ts`); absent if no script ran on the page. */
  consent: string | undefined
}

/** Which privacy signal a visitor sent, by the name of the reason under which it is counted. */
export type PrivacyReason = 'privacy_gpc' | 'privacy_opt_out' | 'privacy_consent' | 'privacy_region'
/** The same, or that the page is sensitive, or the visitor's address in a region without identification or excluded. */
export const countedReasons = [
  'privacy_gpc',
  'privacy_opt_out',
  'privacy_consent',
  'privacy_region',
  'page_sensitive',
  'ip_excluded',
] as const
export type CountedReason = (typeof countedReasons)[number]

/** Two things can be stored: a hit, or an increment for a visit with a privacy signal or an excluded address. */
export type Entry = { hit: Hit } | CountedEntry

interface CountedEntry {
  pixel: Pixel
  countAs: CountedReason
  /** The id of a visitor who said no from now on: what is tied to it is forgotten (`withdrawalJobName`). */
  withdrawn?: string | undefined
}

/** Queued by the collector for a visitor who said no after being known. */
export const withdrawalJobName = 'withdraw-consent'
