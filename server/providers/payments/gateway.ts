import type { GatewayName } from '#contract/payments/gateways.ts'

/** A card as a gateway tells of it. */
export interface GatewayCard {
  customerId: string
  cardId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** Why a card could not be stored; the payer is told in words of ours. */
export type CardRefusal = 'declined' | 'expired' | 'wrong' | 'spent'

type CardOutcome = { saved: true; card: GatewayCard } | { saved: false; refusal: CardRefusal }

/** No answer came that says what became of it; asking again with the same key is safe. */
export class GatewayUnreachable extends Error {}

/** The gateway understood and will not: our key, our request or the account is not as it has to be. Asking again is no use. */
export class GatewayRefused extends Error {
  /** The gateway's own code, never a text with somebody's data. */
  readonly code: string
  constructor(code: string) {
    super(`the gateway refused: ${code}`)
    this.code = code
  }
}

/** A card and the account at the gateway that holds it; null for the operator's own. */
export interface HeldCard {
  customerId: string
  cardId: string
  accountId: string | null
}

/** One request for money. */
export interface ChargeWish {
  /** Our id of the attempt: the gateway's idempotency key, and what it is found by later. */
  attemptId: string
  /** What the attempt belongs to, for events that come before our own rows say where to look. */
  place: { rootId: string; agencyId: string; chargeId: string }
  amount_cents: number
  /** The connected account that is paid; null for the operator's own. */
  accountId: string | null
  /** What of it goes to the operator; 0 where the operator itself is paid. */
  fee_cents: number
  card: HeldCard
  /** When it was first asked, in machine time: where to look for it. */
  sent_ms: number
}

/** What became of a request for money. */
export type ChargeOutcome =
  | { state: 'succeeded'; gatewayId: string }
  | { state: 'declined'; gatewayId: string | null; code: string }
  /** The bank wants the payer to confirm it, on a page of its own (3-D Secure). */
  | { state: 'asks_payer'; gatewayId: string }
  /** The gateway has it and has not decided yet: ask again later. */
  | { state: 'pending'; gatewayId: string }

/** One request to give money back. */
export interface RefundWish {
  /** Our id of the refund: the gateway's idempotency key, and what it is found by later. */
  refundId: string
  /** The request whose money it is, and what the gateway calls it. */
  charge: ChargeWish
  gatewayId: string
  amount_cents: number
}

/** What became of it. `pending`: it is not decided, or no answer says so. */
export type RefundOutcome =
  | { state: 'succeeded'; gatewayId: string }
  | { state: 'failed'; gatewayId: string | null; code: string }
  | { state: 'pending' }

/** Money of the operator's that is sent to a connected account. */
export interface TransferWish {
  /** Our id of it: the gateway's idempotency key, and what it is found by later. */
  transferId: string
  accountId: string
  amount_cents: number
}

/** What became of it. */
export interface MadeTransfer {
  gatewayId: string
}

/** By which of its interfaces a gateway has made an account. A gateway with one of them calls it `v1`. */
export type AccountVersion = 'v1' | 'v2'

/** An account at a gateway: it is asked about by the version that has made it, whatever new ones are made by. */
export interface AccountAt {
  accountId: string
  version: AccountVersion
}

/** Where a connected account stands, whatever the gateway calls it. */
export interface AccountStanding extends AccountAt {
  state: 'pending' | 'inverification' | 'completed' | 'failed'
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** What is still asked for, in the gateway's words. */
  requirements: string[]
}

/** Whom an account is for: agencies take cards, sales staff are paid out. */
export interface AccountOwner {
  kind: 'agency' | 'sales'
  id: string
  name: string
  email: string
}

/** A dispute that a payer's bank has opened. */
export interface DisputeOf {
  disputeId: string
  /** The connected account that was paid; null for the operator's own. */
  accountId: string | null
}

/** Where it stands, and what the gateway has moved for it. */
export interface DisputeStanding {
  gatewayId: string
  /** Which of our requests for money it is about. */
  attemptId: string
  place: ChargeWish['place']
  amount_cents: number
  reason: string
  /** `warning`: the bank asks, and has taken nothing back yet. */
  state: 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost'
  respondBy_ms: number | null
  openedAt_ms: number
  /** Taken from the payee and not given back, and what the gateway asks for its own work. */
  withdrawn_cents: number
  fee_cents: number
}

/** What the bank is told. */
export interface DisputeEvidence {
  explanation: string
  /** What was sold, and when it was delivered. */
  product: string
  activity: string
  customerName: string
  customerEmail: string
}

/** One movement of an account's balance, as the gateway keeps it. */
export interface BalanceEntry {
  gatewayId: string
  /** `share`: the operator's of a client's payment. `fee`: what the gateway asks for by itself. */
  kind: 'charge' | 'refund' | 'dispute' | 'share' | 'share_refund' | 'transfer' | 'payout' | 'fee' | 'other'
  /** What the gateway calls what it is of. */
  sourceId: string | null
  /**
   * What that belongs to: a payment, of a share the charge, of a share’s refund the share, of a transfer our id of it, or where it
   * arrived the transfer.
   */
  ofId: string | null
  /** The operator that it names as its own; null where it names none. */
  rootId: string | null
  /** The connected account that it is shared with. */
  partyId: string | null
  /** What came in, with less than 0 for what went out: after the operator’s share, before the gateway’s own fee. */
  amount_cents: number
  /** The gateway’s own fee. A dispute’s is within its amount, since it is booked with it. */
  fee_cents: number
  created_ms: number
}

/** Part of an account’s entries since a moment, the newest first; the next part begins after `next`. */
export interface EntriesPage {
  entries: BalanceEntry[]
  next: string | null
}

/** A payout of a connected account to its owner's bank. */
export interface PayoutOf {
  payoutId: string
  accountId: string
}

/** Where it stands, and what the gateway says of it. */
export interface PayoutStanding {
  gatewayId: string
  /** Less than 0 where the gateway takes what is missing from the bank. */
  amount_cents: number
  /** In three small letters. */
  currency: string
  state: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  /** The gateway's code for a failure. */
  cause: string | null
  method: 'standard' | 'instant'
  isAutomatic: boolean
  /** Of the bank account; empty where it is not said. */
  bankLast4: string
  arrivesOn: string
  made_ms: number
  /** Whether it can be asked by now what the payout is made of. */
  isItemized: boolean
}

/** What happened at the gateway, as far as it concerns us: which object to ask for again. */
export interface GatewayEvent {
  id: string
  kind: string
  /** The connected account that it came from; null for the operator's own. */
  accountId: string | null
  about:
    | { what: 'charge'; place: ChargeWish['place']; attemptId: string }
    | { what: 'refund'; place: ChargeWish['place']; refundId: string }
    | { what: 'dispute'; disputeId: string }
    | { what: 'account'; accountId: string }
    | { what: 'payout'; payoutId: string }
    /** Nothing that we keep. */
    | { what: 'other' }
}

/** How a page with the form for a card is to look, and where it is asked for. */
export interface FormLook {
  language: 'en' | 'ar'
  theme: 'light' | 'dark'
  /** The connected account that is to hold the card; null for the operator's own. */
  account: string | null
  /** Of the scripts and styles that may run in it. */
  nonce: string
}

export interface FormPage {
  html: string
  headers: Readonly<Record<string, string>>
}

export interface CardGateway {
  name: GatewayName
  /** The page with the form for the number: on the gateway's own origin, or a path of ours that shows `formPage`. */
  formUrl: string
  /** Where the gateway has fields of its own for a number, but no page with them. */
  formPage?(look: FormLook): FormPage
  /** Exchanges a token for a stored card. Throws `GatewayUnreachable`. */
  saveCard(input: {
    /** The payer as the gateway knows them; null for somebody new. */
    customerId: string | null
    /** The connected account that is to hold the card; null for the operator's own. */
    accountId: string | null
    name: string
    email: string
    token: string
    /** The same for every try of one wish. */
    idempotencyKey: string
  }): Promise<CardOutcome>
  /** Lets the gateway forget a card; one that is forgotten already is fine. Throws `GatewayUnreachable`. */
  removeCard(card: HeldCard): Promise<void>
  /** Asks for money; the same attempt asked twice is one request. Throws `GatewayUnreachable` or `GatewayRefused`. */
  charge(wish: ChargeWish): Promise<ChargeOutcome>
  /** What became of an attempt; null where the gateway has never heard of it. Throws `GatewayUnreachable`. */
  findCharge(wish: ChargeWish): Promise<ChargeOutcome | null>
  /**
   * The page on which the payer confirms a charge that asks for it, and from which they come back; good for one visit. Null
   * where nothing is asked any more. Throws both.
   */
  confirmLink(wish: ChargeWish, returnUrl: string): Promise<string | null>
  /** Withdraws a charge that was not confirmed, and tells what became of it: it may be paid by now. Throws both. */
  withdrawCharge(wish: ChargeWish): Promise<ChargeOutcome | null>
  /**
   * Gives money back, and of the operator's share as much; the same refund asked twice is one. Throws `GatewayUnreachable` or
   * `GatewayRefused`.
   */
  refund(wish: RefundWish): Promise<RefundOutcome>
  /** What became of a refund; null where the gateway has never heard of it. Throws `GatewayUnreachable`. */
  findRefund(wish: RefundWish): Promise<RefundOutcome | null>
  /** Where a dispute stands; null where it is of no payment of ours. Throws `GatewayUnreachable`. */
  readDispute(of: DisputeOf): Promise<DisputeStanding | null>
  /** Answers a dispute, once under one key. Throws `GatewayUnreachable` or `GatewayRefused`. */
  submitEvidence(of: DisputeOf, evidence: DisputeEvidence, idempotencyKey: string): Promise<void>
  /** Events of a gateway that does not send them by itself, after one that is known: the oldest first. Throws `GatewayUnreachable`. */
  pollEvents?(after: string): Promise<{ id: string; bytes: Buffer }[]>
  /** Sends money to a connected account; the same transfer asked twice is one. Throws `GatewayUnreachable` or `GatewayRefused`. */
  transfer(wish: TransferWish): Promise<MadeTransfer>
  /** A transfer that was made; null where the gateway has never heard of it. Throws `GatewayUnreachable`. */
  findTransfer(wish: TransferWish): Promise<MadeTransfer | null>
  /** What moved an account’s balance since a moment, in pages. Throws `GatewayUnreachable` or `GatewayRefused`. */
  listEntries(of: { accountId: string | null; since_ms: number; after: string | null }): Promise<EntriesPage>
  /** Where a payout stands; null where the gateway does not know it. Throws `GatewayUnreachable` or `GatewayRefused`. */
  readPayout(of: PayoutOf): Promise<PayoutStanding | null>
  /** What a payout is made of, in pages; its own movement is among it. Throws `GatewayUnreachable` or `GatewayRefused`. */
  listPaidOut(of: PayoutOf & { after: string | null }): Promise<EntriesPage>
  /** Makes an account that is to be connected; the same owner asked twice has one. Throws both. */
  createAccount(owner: AccountOwner, idempotencyKey: string): Promise<AccountStanding>
  /** Where an account stands now; null where the gateway does not know it (any more). Throws `GatewayUnreachable`. */
  readAccount(account: AccountAt): Promise<AccountStanding | null>
  /** The gateway's own page on which an account is completed; good for one visit. Throws both. */
  accountLink(account: AccountAt, back: { returnUrl: string; refreshUrl: string }): Promise<string>
  /** The header that signs what it tells by itself at `/hooks/payments/<name>`; left out, nothing is taken from it there. */
  signatureHeader?: string
  /** Reads an event from the bytes that were sent; null unless the gateway itself has signed them, a moment ago. */
  readEvent(bytes: Buffer, signature: string, now_ms: number): Promise<GatewayEvent | null>
  /** What an event that was stored is about. */
  describeEvent(bytes: Buffer): GatewayEvent
}
