import type { Language } from '#contract/core/language.ts'
import type { Cause } from '#contract/integrations/causes.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import type { MailSender } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A lead as it leaves here, with what a connector may need around it. */
export interface LeadToCompose {
  event: LeadEvent
  /** Undefined where the agency's brand sends nothing. */
  sender: MailSender | undefined
  /** Where the lead is looked at; undefined for an agency without a host of its own. */
  url: string | undefined
  timeZone: string
  /** What those speak who read it; English for a receiver that is a program. */
  language: Language
}

/** Several leads of a campaign as one mail tells of them, the oldest first. */
export interface DigestToCompose extends Omit<LeadToCompose, 'event'> {
  events: readonly LeadEvent[]
}

/** What a try knows of its delivery and its destination. */
export interface Sending {
  /** The same at every try. */
  id: string
  rootId: string
  agencyId: string
  destinationId: string
  url: string | null
  secretSealed: string | null
  recipients: readonly string[]
  /** The account it goes to; null for mail and webhooks. */
  connectionId: string | null
  /** What was chosen for the campaign. */
  details: IntegrationDetails
  /** What the connector has kept of earlier tries. */
  state: Readonly<Record<string, unknown>>
  /** It was claimed before: it may have arrived although nobody heard. */
  isRepeat: boolean
  /** Until when it is this worker's alone. */
  leasedUntil: Date
}

/** How one try ended, in our words. */
export interface Answer {
  delivered: boolean
  /** Why it did not arrive, or what went wrong besides. */
  cause: Cause | null
  /** What the receiver or the mail server answered with. */
  httpStatus?: number | null | undefined
  /** The least pause that the receiver asked for. */
  retryAfter_ms?: number
  /** There is no sense in a further try of this delivery. */
  final?: boolean
  /** Nothing was tried: it has to wait so long for its turn, and no try is used up. */
  postponed_ms?: number
}

export const failed = (cause: Cause): Answer => ({ delivered: false, cause })

/** One way for leads to leave. Queue, claims, leases, tries and the log are the same for all (`deliveries`). */
export interface Connector {
  /**
   * All destinations of an agency go through one outlet: one of them is served at a time, so that a slow outlet takes
   * nobody else's places.
   */
  sharesOutlet: boolean
  /** People read what is sent, in their language. */
  isRead?: true
  /** What is sent, made once and kept before the first try; null when it cannot be made. */
  compose(lead: LeadToCompose): string | null
  /** The same for all leads of a digest; absent where none can be asked for. */
  composeDigest?(digest: DigestToCompose): string | null
  /** Makes one try with the kept bytes and reads what came back. What it throws counts as a fault of ours. */
  send(platform: Platform, delivery: Sending, body: string, timeout_ms: number): Promise<Answer>
  /** Who a kept body is about, where two tries for one person must not run at once: the later lead has to come last. */
  personOf?(body: string): string
  /** How many deliveries `sendMany` takes at once; one where it is absent. */
  batch?: number
  /** Makes one try of several deliveries of one destination; answers for each, in their order. */
  sendMany?(
    platform: Platform,
    deliveries: readonly { delivery: Sending; body: string }[],
    timeout_ms: number,
  ): Promise<Answer[]>
  /** What a destination is called in warnings, in each language. */
  describe(destination: { url: string | null }): Readonly<Record<Language, string>>
}
