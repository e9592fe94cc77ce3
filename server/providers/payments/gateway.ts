import type { GatewayName } from '#contract/payments/gateways.ts'

/** A card as reported by a gateway. */
export interface GatewayCard {
  customerId: string
  cardId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** Why a card could not be stored; the payer sees our own message for it. */
export type CardRefusal = 'declined' | 'expired' | 'wrong' | 'spent'

type CardOutcome = { saved: true; card: GatewayCard } | { saved: false; refusal: CardRefusal }

/** No response says what happened; retrying with the same key is safe. */
export class GatewayUnreachable extends Error {}

/** The gateway understood and refused: our key, our request or the account is invalid. Retrying does not help. */
export class GatewayRefused extends Error {
  /** The gateway's own code, never a message with personal data. */
  readonly code: string
  constructor(code: string) {
    super(`the gateway rejected the request: ${code}`)
    this.code = code
  }
}

/** A card and the gateway account that holds it; null for the operator's own. */
export interface CardReference {
  customerId: string
  cardId: string
  accountId: string | null
}

/** A request to charge money. */
export interface ChargeRequest {
  /** Our id of the attempt: the gateway's idempotency key, and the key to find it by later. */
  attemptId: string
  /** What the attempt belongs to, for events that arrive before our own rows can tell. */
  place: { rootId: string; agencyId: string; chargeId: string }
  amount_cents: number
  /** The connected account that receives the money; null for the operator's own. */
  accountId: string | null
  /** The operator's share of it; 0 if the operator itself is paid. */
  fee_cents: number
  card: CardReference
  /** Time of the first request, in machine time: where to start looking for it. */
  sent_ms: number
}

/** The outcome of a charge request. */
export type ChargeOutcome =
  | { state: 'succeeded'; gatewayId: string }
  | { state: 'declined'; gatewayId: string | null; code: string }
  /** The bank requires the payer's confirmation on its own page (3-D Secure). */
  | { state: 'asks_payer'; gatewayId: string }
  /** The gateway has it and has not decided yet: check again later. */
  | { state: 'pending'; gatewayId: string }

/** A request for a refund. */
export interface RefundRequest {
  /** Our id of the refund: the gateway's idempotency key, and the key to find it by later. */
  refundId: string
  /** The charge to refund, and the gateway's id of it. */
  charge: ChargeRequest
  gatewayId: string
  amount_cents: number
}

/** The outcome. `pending`: undecided, or unknown. */
export type RefundOutcome =
  | { state: 'succeeded'; gatewayId: string }
  | { state: 'failed'; gatewayId: string | null; code: string }
  | { state: 'pending' }

/** A transfer of the operator's money to a connected account. */
export interface TransferRequest {
  /** Our id of it: the gateway's idempotency key, and the key to find it by later. */
  transferId: string
  accountId: string
  amount_cents: number
}

/** A transfer that was made. */
export interface CreatedTransfer {
  gatewayId: string
}

/** The same, and what was taken back of it since. */
export interface TransferStatus extends CreatedTransfer {
  reversed_cents: number
}

/** The version of its API with which a gateway created an account. A gateway with only one calls it `v1`. */
export type AccountVersion = 'v1' | 'v2'

/** An account at a gateway: it is read with the version that created it, whatever version new ones use. */
export interface AccountAt {
  accountId: string
  version: AccountVersion
}

/** The state of a connected account, in terms common to all gateways. */
export interface AccountStatus extends AccountAt {
  state: 'pending' | 'inverification' | 'completed' | 'failed'
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** What the gateway still requires, in its own words. */
  requirements: string[]
}

/** The owner of an account: agencies charge cards, sales staff receive payouts. */
export interface AccountOwner {
  kind: 'agency' | 'sales'
  id: string
  name: string
  email: string
}

/** A dispute opened by a payer's bank. */
export interface DisputeOf {
  disputeId: string
  /** The connected account that was paid; null for the operator's own. */
  accountId: string | null
}

/** Its state, and the money that the gateway has moved for it. */
export interface DisputeStatus {
  gatewayId: string
  /** The charge attempt that it is about. */
  attemptId: string
  place: ChargeRequest['place']
  amount_cents: number
  reason: string
  /** `warning`: the bank inquires, and has not withdrawn anything yet. */
  state: 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost'
  respondBy_ms: number | null
  /** Whether the bank has a response already. */
  isAnswered: boolean
  openedAt_ms: number
  /** Withdrawn from the payee and not returned, and the gateway's own fee. */
  withdrawn_cents: number
  fee_cents: number
}

/** The evidence for the bank. */
export interface DisputeEvidence {
  explanation: string
  /** What was sold, and when it was delivered. */
  product: string
  activity: string
  customerName: string
  customerEmail: string
}

/** One entry of an account's balance at the gateway. */
export interface BalanceEntry {
  gatewayId: string
  /** `share`: the operator's share of a client's payment. `fee`: a fee that the gateway charges separately. */
  kind: 'charge' | 'refund' | 'dispute' | 'share' | 'share_refund' | 'transfer' | 'payout' | 'fee' | 'other'
  /** The gateway's id of the source object. */
  sourceId: string | null
  /**
   * What the source belongs to: the payment; for a share the charge; for a share’s refund the share; for a transfer our
   * id of it or, on the receiving account, the transfer.
   */
  ofId: string | null
  /** The operator named in its metadata; null if none is. */
  rootId: string | null
  /** The connected account that it is shared with. */
  partyId: string | null
  /** Negative for outgoing money: after the operator’s share, before the gateway’s own fee. */
  amount_cents: number
  /** The gateway’s own fee. A dispute’s fee is included in its amount, since they are booked together. */
  fee_cents: number
  created_ms: number
}

/** A page of an account’s entries since a moment, newest first; the next page begins after `next`. */
export interface EntriesPage {
  entries: BalanceEntry[]
  next: string | null
}

/** A payout of a connected account to its owner's bank. */
export interface PayoutOf {
  payoutId: string
  accountId: string
}

/** Its state, as the gateway reports it. */
export interface PayoutStatus {
  gatewayId: string
  /** Negative if the gateway debits the bank account for a shortfall. */
  amount_cents: number
  /** Three lower-case letters. */
  currency: string
  state: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  /** The gateway's failure code. */
  cause: string | null
  method: 'standard' | 'instant'
  isAutomatic: boolean
  /** Of the bank account; empty if unknown. */
  bankLast4: string
  arrivesOn: string
  made_ms: number
  /** Whether the gateway can list the payout's entries by now. */
  isItemized: boolean
}

/** An event at the gateway, as far as it concerns us: which object to read again. */
export interface GatewayEvent {
  id: string
  kind: string
  /** The connected account that it came from; null for the operator's own. */
  accountId: string | null
  about:
    | { what: 'charge'; place: ChargeRequest['place']; attemptId: string }
    | { what: 'refund'; place: ChargeRequest['place']; refundId: string }
    | { what: 'dispute'; disputeId: string }
    | { what: 'account'; accountId: string }
    | { what: 'payout'; payoutId: string }
    /** One of the operator's transfers, by our id. */
    | { what: 'transfer'; transferId: string }
    /** Nothing that we store. */
    | { what: 'other' }
}

/** Appearance and context of a page with a card form. */
export interface FormLook {
  language: 'en' | 'ar'
  theme: 'light' | 'dark'
  /** The connected account that will hold the card; null for the operator's own. */
  account: string | null
  /** CSP nonce for the page's scripts and styles. */
  nonce: string
}

export interface FormPage {
  html: string
  headers: Readonly<Record<string, string>>
}

export interface CardGateway {
  name: GatewayName
  /** False for one that is only for trying the product. */
  movesMoney: boolean
  /** URL of the form for the card number: on the gateway's own origin, or a path of ours that serves `formPage`. */
  formUrl: string
  /** For a gateway that offers fields for card numbers, but no page with them. */
  formPage?(look: FormLook): Promise<FormPage>
  /** Exchanges a token for a stored card. Throws `GatewayUnreachable`. */
  saveCard(input: {
    /** The gateway's id of the payer; null for a new one. */
    customerId: string | null
    /** The connected account that will hold the card; null for the operator's own. */
    accountId: string | null
    name: string
    email: string
    token: string
    /** The same for every attempt of one request. */
    idempotencyKey: string
  }): Promise<CardOutcome>
  /** Deletes a card at the gateway; one that is already deleted is fine. Throws `GatewayUnreachable`. */
  removeCard(card: CardReference): Promise<void>
  /** Charges a card; idempotent per attempt. Throws `GatewayUnreachable` or `GatewayRefused`. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>
  /** The outcome of an attempt; null if the gateway does not know it. Throws `GatewayUnreachable`. */
  findCharge(request: ChargeRequest): Promise<ChargeOutcome | null>
  /**
   * URL of the page where the payer confirms a charge that requires it, and returns from; single use. Null if no
   * confirmation is needed anymore. Throws both.
   */
  confirmLink(request: ChargeRequest, returnUrl: string): Promise<string | null>
  /** Cancels a charge that was not confirmed, and returns its outcome: it may be paid by now. Throws both. */
  withdrawCharge(request: ChargeRequest): Promise<ChargeOutcome | null>
  /**
   * Refunds a charge, including a proportional part of the operator's share; idempotent per refund. Throws
   * `GatewayUnreachable` or `GatewayRefused`.
   */
  refund(request: RefundRequest): Promise<RefundOutcome>
  /** The outcome of a refund; null if the gateway does not know it. Throws `GatewayUnreachable`. */
  findRefund(request: RefundRequest): Promise<RefundOutcome | null>
  /** The state of a dispute; null if it is not about a payment of ours. Throws `GatewayUnreachable`. */
  readDispute(of: DisputeOf): Promise<DisputeStatus | null>
  /** Submits evidence for a dispute, once per key. Throws `GatewayUnreachable` or `GatewayRefused`. */
  submitEvidence(of: DisputeOf, evidence: DisputeEvidence, idempotencyKey: string): Promise<void>
  /** Polls a gateway that sends no webhooks for events after a known one, oldest first. Throws `GatewayUnreachable`. */
  pollEvents?(after: string): Promise<{ id: string; bytes: Buffer }[]>
  /** Sends money to a connected account; idempotent per transfer. Throws `GatewayUnreachable` or `GatewayRefused`. */
  transfer(request: TransferRequest): Promise<CreatedTransfer>
  /** A transfer that was made; null if the gateway does not know it. Throws `GatewayUnreachable`. */
  findTransfer(request: TransferRequest): Promise<TransferStatus | null>
  /** Entries of an account’s balance since a moment, in pages. Throws `GatewayUnreachable` or `GatewayRefused`. */
  listEntries(of: { accountId: string | null; since_ms: number; after: string | null }): Promise<EntriesPage>
  /** The state of a payout; null if the gateway does not know it. Throws `GatewayUnreachable` or `GatewayRefused`. */
  readPayout(of: PayoutOf): Promise<PayoutStatus | null>
  /** The entries of a payout, in pages, including its own. Throws `GatewayUnreachable` or `GatewayRefused`. */
  listPaidOut(of: PayoutOf & { after: string | null }): Promise<EntriesPage>
  /** Creates a connected account, once per owner. Throws both. */
  createAccount(owner: AccountOwner, idempotencyKey: string): Promise<AccountStatus>
  /** The state of an account; null if the gateway does not know it (anymore). Throws `GatewayUnreachable`. */
  readAccount(account: AccountAt): Promise<AccountStatus | null>
  /** URL of the gateway's own page for completing an account; single use. Throws both. */
  accountLink(account: AccountAt, back: { returnUrl: string; refreshUrl: string }): Promise<string>
  /** Signature header of its webhooks at `/hooks/payments/<name>`; if absent, none are accepted. */
  signatureHeader?: string
  /** Parses an event from its raw bytes; null unless the gateway itself has signed them recently. */
  readEvent(bytes: Buffer, signature: string, now_ms: number): Promise<GatewayEvent | null>
  /** What a stored event is about. */
  describeEvent(bytes: Buffer): GatewayEvent
}
