import type { Cause } from '#contract/integrations/causes.ts'
import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import type { Choice, CredentialKey, IntegrationDetails } from '#contract/integrations/services.ts'
import type { Config } from '#server/platform/config.ts'
import type { Answer } from './connector.ts'

/** A lead as services get it. */
export type SentLead = LeadEvent['data']

/** What opens an account: keys as they were pasted, or tokens. Kept sealed as JSON. */
export type Credential = Readonly<Record<string, string>>

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  json?: unknown
  form?: URLSearchParams
  /** Without the account's credential: how tokens are asked for. */
  bare?: boolean
  /** The longest answer that is read; 1 MiB unless told, nothing of it with 0. */
  maxBytes?: number
}

export interface ServiceAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed body; null where there is none, or no JSON. */
  json: unknown
}

/** An open account: requests carry its credential, keep to the service's pace and end with the try's time. */
export interface Session {
  config: Config
  credential: Credential
  /** Milliseconds left of this try. */
  left_ms(): number
  now_ms(): number
  /** Throws `ServiceFailed` unless the service answers that it has done it, or with one of `taken`. */
  request(request: ServiceRequest, taken?: readonly number[]): Promise<ServiceAnswer>
}

/** How a request to a service ended, where it did not do what was asked. */
export class ServiceFailed extends Error {
  readonly answer: Answer
  constructor(answer: Answer, options?: ErrorOptions) {
    super(`a service did not do what was asked: ${answer.cause}`, options)
    this.answer = answer
  }
}

/** What a campaign has chosen, and what the connector has kept of earlier tries. */
export interface Target {
  details: IntegrationDetails
  state: Readonly<Record<string, unknown>>
  /** Keeps something of this destination for later tries, before the try goes on. */
  keepState(state: Readonly<Record<string, unknown>>): Promise<void>
  campaignName: string
  /** Report recipients of the campaign. */
  recipients: readonly string[]
}

export interface LeadInBatch {
  deliveryId: string
  leadId: string
  lead: SentLead
  /** It was claimed before: it may have arrived although nobody heard. */
  isRepeat: boolean
}

export interface ServiceField {
  id: string
  name: string
  custom: boolean
}

/** How a firm gives access by consent of the account's owner. */
export interface Oauth {
  isConfigured(config: Config): boolean
  /** Where the owner is asked. The challenge is PKCE's, for those that take it. */
  authorizeUrl(config: Config, wish: { redirectUri: string; state: string; challenge: string }): string
  exchange(session: Session, grant: { code: string; redirectUri: string; verifier: string }): Promise<Credential>
  /** A new access token; what comes back takes the old credential's place as a whole. */
  refresh(session: Session, credential: Credential): Promise<Credential>
  /** Gives access back, for firms that let us. */
  revoke?(session: Session, credential: Credential): Promise<void>
}

/** One firm that leads can be sent to, all that is known of it in one folder. */
export interface Service {
  /** False where the operator has not set what it needs: then it is not offered. */
  isConfigured?(config: Config): boolean
  /** Tried before anything is kept: what the account is called, and what to keep besides. Throws `ServiceFailed`. */
  findAccount(session: Session): Promise<{ account: string; credential?: Credential }>
  /** How access is given at the service itself; absent where a key is pasted. */
  oauth?: Oauth
  /** What is pasted to connect; each is required. */
  credentialKeys: readonly CredentialKey[]
  /** How requests are signed in. */
  headersOf(credential: Credential): Readonly<Record<string, string>>
  /** What an answer that is no success means; null for the usual reading of its status. */
  readFailure?(answer: ServiceAnswer, now_ms: number): Answer | null
  lists?(session: Session): Promise<Choice[]>
  tags?(session: Session): Promise<Choice[]>
  groups?(session: Session): Promise<Choice[]>
  /** Makes a tag that leads can then be given. */
  makeTag?(session: Session, name: string): Promise<Choice>
  fields?(session: Session): Promise<ServiceField[]>
  /** What a lead becomes there, as names and values: shown before anything is sent. */
  preview(lead: SentLead, details: IntegrationDetails): { target: string; value: string }[]
  /** Report recipients get a hand in what is made there. */
  sharesWithRecipients?: true
  /** A test send goes to what the test before it has made there, and makes nothing more. */
  keepsTests?: true
  /**
   * Knows people by their address and writes a lead over what it had of the person: one that comes late must not put older values
   * in place of newer ones.
   */
  overwrites?: true
  /** How many leads one try takes at most. */
  batch: number
  /** Sends leads; safe to repeat. One answer for each, in their order. Throws `ServiceFailed` for all of them. */
  send(session: Session, leads: readonly LeadInBatch[], target: Target): Promise<Answer[]>
  /**
   * Takes a person back; `manual` where the service has no way, `again` where something that is under way there may bring them
   * back. Throws `ServiceFailed`.
   */
  takeBack(
    session: Session,
    person: { leadId: string; email: string },
    target: Target,
  ): Promise<'done' | 'manual' | 'again'>
  /** How often the service may be asked: by an account, or by all of ours together. */
  pace: { count: number; perSeconds: number; of: 'connection' | 'service' }
}

export const delivered: Answer = { delivered: true, cause: null }
/** It makes no sense to send this lead again. */
export const refusedLead = (cause: Cause): Answer => ({ delivered: false, cause, final: true })
