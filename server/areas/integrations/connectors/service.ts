import type { Language } from '#contract/core/language.ts'
import type { Cause } from '#contract/integrations/causes.ts'
import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import type { Choice, IntegrationDetails } from '#contract/integrations/services.ts'
import type { Config } from '#server/platform/config.ts'
import type { HookRequest } from '#server/platform/http/hooks.ts'
import type { Answer } from './connector.ts'
import type { ChannelMessage } from './channel-message.ts'

/** A lead as sent to services. */
export type SentLead = LeadEvent['data']

/** Pasted keys or tokens that give access to an account. Stored as encrypted JSON. */
export type Credential = Readonly<Record<string, string>>

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  json?: unknown
  form?: URLSearchParams
  /** Without the account's credential, for token requests. */
  bare?: boolean
  /** The maximum response size in bytes; 1 MiB by default, 0 reads no body. */
  maxBytes?: number
}

export interface ServiceAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed body; null if empty or not JSON. */
  json: unknown
  /** The start of the body, for services that answer in plain text. */
  text: string
}

/** An open account: adds its credential to requests, respects the rate limit and ends with the attempt's timeout. */
export interface Session {
  config: Config
  credential: Credential
  /** Milliseconds left for this attempt. */
  left_ms(): number
  now_ms(): number
  /** Throws `ServiceFailed` unless the status is 2xx or one of `taken`. */
  request(request: ServiceRequest, accepted?: readonly number[]): Promise<ServiceAnswer>
}

/** A request to a service failed; `answer` says how. */
export class ServiceFailed extends Error {
  readonly answer: Answer
  constructor(answer: Answer, options?: ErrorOptions) {
    super(`a service request failed: ${answer.cause}`, options)
    this.answer = answer
  }
}

/** A campaign's settings, and what the connector stored in earlier attempts. */
export interface Target {
  details: IntegrationDetails
  state: Readonly<Record<string, unknown>>
  /** Stores state of this destination for later attempts, before this attempt continues. */
  saveState(state: Readonly<Record<string, unknown>>): Promise<void>
  campaignName: string
  /** The campaign's report recipients. */
  recipients: readonly string[]
  /** Whether they may edit what they get access to; otherwise they may read it. */
  recipientsEdit: boolean
}

/** Who reads a message about a lead, for services that people read. */
export interface Reader {
  language: Language
  /** The lead's page under the agency's brand; absent for an agency without its own host, and for tests. */
  url?: string
}

export interface LeadInBatch {
  deliveryId: string
  leadId: string
  lead: SentLead
  /** Only for a service with `isRead`. */
  reader?: Reader
  /** It was claimed before, so it may have arrived without our knowing. */
  isRepeat: boolean
}

export interface ServiceField {
  id: string
  name: string
  custom: boolean
}

/** How a service grants access through OAuth. */
export interface Oauth {
  isConfigured(config: Config): boolean
  /** The consent URL. The challenge is for services that support PKCE. */
  authorizeUrl(config: Config, wish: { redirectUri: string; state: string; challenge: string }): string
  exchange(session: Session, grant: { code: string; redirectUri: string; verifier: string }): Promise<Credential>
  /** Renews the access token; the result replaces the whole old credential. */
  refresh(session: Session, credential: Credential): Promise<Credential>
  /** Revokes access, for services that support it. */
  revoke?(session: Session, credential: Credential): Promise<void>
}

/** What a message that a service sent by itself says. */
export interface ServiceMessage {
  /** The account whose owner may have ended our access, as `findAccount` names it; null if it is about something else. */
  ended: string | null
}

/** The account that a credential opens. */
export interface FoundAccount {
  account: string
  /** What an earlier version called it: a connection of that name is the same account's. */
  formerName?: string
  credential?: Credential
}

/** A service that leads can be sent to; everything about it is in one folder. */
export interface Service {
  /** False if the operator hasn't configured it: then it is not offered. */
  isConfigured?(config: Config): boolean
  /**
   * Reads a message sent to `/hooks/services/<kind>`, which the operator enters at the service. Null unless the service
   * signed exactly these bytes.
   */
  readMessage?(config: Config, request: HookRequest, now_ms: number): ServiceMessage | null
  /** Called before anything is stored: returns the account's name and more to store. Throws `ServiceFailed`. */
  findAccount(session: Session): Promise<FoundAccount>
  /** Choices whose ids no other account has: where a campaign's are found, a new key or name is the same account's. */
  ownIds?: 'lists' | 'tags'
  /** OAuth; absent if the contract's row asks for credentials to paste. */
  oauth?: Oauth
  /** The authentication headers of a request. */
  headersOf(credential: Credential): Readonly<Record<string, string>>
  /** Interprets an unsuccessful response; null to go by its status. */
  readFailure?(answer: ServiceAnswer, now_ms: number): Answer | null
  lists?(session: Session): Promise<Choice[]>
  tags?(session: Session): Promise<Choice[]>
  groups?(session: Session): Promise<Choice[]>
  /** Creates a tag that leads can be given. */
  makeTag?(session: Session, name: string): Promise<Choice>
  fields?(session: Session): Promise<ServiceField[]>
  /** What a lead would look like at the service, as names and values; nothing is sent. */
  preview(lead: SentLead, details: IntegrationDetails): { target: string; value: string }[]
  /** Posts a message to its channel, which people read. Throws `ServiceFailed`. */
  post?(session: Session, message: ChannelMessage): Promise<Answer>
  /** People read what is sent: it is in their language and links to the lead's page. */
  isRead?: true
  /** Report recipients get access to what is created there. */
  sharesWithRecipients?: true
  /** A test send reuses what the previous test created. */
  storesTestState?: true
  /**
   * Identifies people by email address and overwrites their values with those of a lead: a late lead must not replace
   * newer values with older ones.
   */
  overwrites?: true
  /** The maximum number of leads per attempt. */
  batch: number
  /** Sends leads; idempotent. Returns one answer each, in order. Throws `ServiceFailed` for all of them. */
  send(session: Session, leads: readonly LeadInBatch[], target: Target): Promise<Answer[]>
  /**
   * Removes a person; `manual` if the service has no way to, `again` if a pending operation there may add them back.
   * Throws `ServiceFailed`.
   */
  takeBack(
    session: Session,
    person: { leadId: string; email: string },
    target: Target,
  ): Promise<'done' | 'manual' | 'again'>
  /**
   * The service's rate limit, per account or for all our accounts together; `atOnce` is how many requests an account may
   * have open at the same time.
   */
  pace: { count: number; perSeconds: number; of: 'connection' | 'service'; atOnce?: number }
}

export const success: Answer = { delivered: true, cause: null }
/** Sending this lead again is pointless. */
export const refusedLead = (cause: Cause): Answer => ({ delivered: false, cause, final: true })
