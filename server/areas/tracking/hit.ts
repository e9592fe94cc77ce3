import type { HitFlag } from '#contract/tracking/flags.ts'
import type { Pixel } from './pixels.ts'

/** What is kept of a visitor's hit. */
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
  mark: HitFlag | undefined
  userAgentFamily: string
  /** The domain of the company in whose range the visitor's address lies; only for pixels that ask. */
  company: string | undefined
}

/** Which privacy signal a visitor sent, by the name of the reason under which it is counted. */
export type PrivacyReason = 'privacy_gpc' | 'privacy_opt_out' | 'privacy_consent'
/** The same, or that the visitor's address is left out. */
export type CountedReason = PrivacyReason | 'ip_excluded'

/** Two things can be stored: a hit, or one more in the count of those who asked not to be followed or are left out. */
export type Entry = { hit: Hit } | { pixel: Pixel; countAs: CountedReason }
