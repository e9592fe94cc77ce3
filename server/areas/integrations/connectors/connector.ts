import type { Language } from '#contract/core/language.ts'
import type { Cause } from '#contract/integrations/causes.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import type { MailSender } from '#server/areas/mails/lay-out-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Translate } from '#server/platform/translate.ts'

/** A lead to send, with the context that a connector may need. */
export interface LeadToCompose {
  event: LeadEvent
  /** Undefined if the agency's brand sends no email. */
  sender: MailSender | undefined
  /** The lead's page; undefined for an agency without its own host. */
  url: string | undefined
  timeZone: string
  /** The recipients' language; English if the receiver is a program. */
  language: Language
  say: Translate
}

/** Several leads of a campaign in one email, oldest first. */
export interface DigestToCompose extends Omit<LeadToCompose, 'event'> {
  events: readonly LeadEvent[]
}

/** The delivery and destination of an attempt. */
export interface Sending {
  /** The same for every attempt. */
  id: string
  rootId: string
  agencyId: string
  clientId: string
  destinationId: string
  url: string | null
  secretSealed: string | null
  recipients: readonly string[]
  /** The connected account; null for email and webhooks. */
  connectionId: string | null
  /** The campaign's settings. */
  details: IntegrationDetails
  /** What the connector stored in earlier attempts. */
  state: Readonly<Record<string, unknown>>
  /** It was claimed before, so it may have arrived without our knowing. */
  isRepeat: boolean
  /** The end of this worker's lease. */
  leasedUntil: Date
}

/** The result of one attempt. */
export interface Answer {
  delivered: boolean
  /** Why it didn't arrive, or what else went wrong. */
  cause: Cause | null
  /** The status of the receiver or the mail server. */
  httpStatus?: number | null | undefined
  /** The minimum wait that the receiver asked for. */
  retryAfter_ms?: number
  /** Retrying this delivery is pointless. */
  final?: boolean
  /** The id of the record that the receiver made of the lead, if its response names one. */
  recordId?: string | undefined
  /** Nothing was attempted: it has to wait this long, and no attempt is used up. */
  postponed_ms?: number
}

export const failWith = (cause: Cause): Answer => ({ delivered: false, cause })

/** One way to send leads. The queue, claims, leases, retries and log are shared by all (`deliveries`). */
export interface Connector {
  /**
   * All destinations of an agency share one outlet and are served one at a time, so that a slow outlet doesn't take
   * worker slots from others.
   */
  sharesOutlet: boolean
  /** People read what is sent, in their language. */
  isRead?: true
  /** Builds what is sent, once, stored before the first attempt; null if it can't be built. */
  compose(lead: LeadToCompose): string | null
  /** The same for all leads of a digest; absent if digests aren't supported. */
  composeDigest?(digest: DigestToCompose): string | null
  /** Makes one attempt with the stored body and interprets the response. An exception counts as our own fault. */
  send(platform: Platform, delivery: Sending, body: string, timeout_ms: number): Promise<Answer>
  /** The person a body is about. Two attempts for one person must not overlap, because the later lead has to win. */
  personOf?(body: string): string
  /** How many deliveries `sendMany` takes at once; 1 by default. */
  batch?: number
  /** Makes one attempt for several deliveries of one destination; returns one answer each, in order. */
  sendMany?(
    platform: Platform,
    deliveries: readonly { delivery: Sending; body: string }[],
    timeout_ms: number,
  ): Promise<Answer[]>
  /** The destination's description in warnings, in their reader's language. */
  describe(destination: { url: string | null }, say: Translate): string
}
