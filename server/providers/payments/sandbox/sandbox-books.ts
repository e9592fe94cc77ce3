import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

interface MadeToken {
  number: string
  exp_month: number
  exp_year: number
  made_ms: number
  used: boolean
}

interface StoredCard {
  customer: string
  id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  account: string | null
  /** The code with which its charges are declined, if they are. */
  decline: string | null
  /** Why its charges are disputed, if they are. */
  dispute?: string | null
}

export interface MadeCharge {
  id: string
  attempt: string
  account: string | null
  amount: number
  fee: number
  status: 'succeeded' | 'declined' | 'asks_payer'
  decline: string | null
  /** What it belongs to, as it was named with it. */
  place?: { root: string; agency: string; charge: string }
}

/** A charge that its payer's bank has taken back, until it is decided. */
export interface MadeDispute {
  id: string
  attempt: string
  account: string | null
  amount: number
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  opened_ms: number
  due_ms: number
  withdrawn: number
  fee: number
  text: string
}

/** Something that happened; the names of later ones come later in their order. */
interface MadeEvent {
  id: string
  type: string
  /** Which of both it is about. */
  dispute?: string
  payout?: string
  account: string | null
}

interface MadeAccount {
  id: string
  kind: 'agency' | 'sales'
  name: string
  state: 'pending' | 'inverification' | 'completed'
  /** Its bank sends payouts back. */
  refuses?: boolean
}

/** What an account's balance held, on its way to the account's bank. */
export interface MadePayout {
  id: string
  account: string
  amount: number
  status: 'in_transit' | 'paid' | 'failed'
  /** Why it failed. */
  cause: string | null
  last4: string
  made_ms: number
  arrives_ms: number
}

/** What was given back of a charge. */
export interface MadeRefund {
  id: string
  refund: string
  attempt: string
  amount: number
}

/** What was sent to a connected account. */
export interface MadeTransfer {
  id: string
  transfer: string
  account: string
  amount: number
}

/** One movement of an account's balance; the names of later ones come later in their order. */
export interface MadeEntry {
  id: string
  kind: 'charge' | 'refund' | 'dispute' | 'share' | 'share_refund' | 'transfer' | 'payout'
  account: string | null
  /** What it is of, and what that belongs to. */
  source: string
  of: string
  root: string | null
  /** The connected account that it is shared with. */
  party: string | null
  amount: number
  created_ms: number
  /** What has paid it out. */
  payout?: string
}

const kept = [
  'tokens',
  'cards',
  'charges',
  'refunds',
  'transfers',
  'disputes',
  'events',
  'entries',
  'payouts',
  'accounts',
  'links',
  'confirmations',
  'answered',
] as const

export interface SandboxBooks {
  now: () => number
  tokens: Map<string, MadeToken>
  cards: Map<string, StoredCard>
  /** By the attempt that asked. */
  charges: Map<string, MadeCharge>
  /** By our id of it. */
  refunds: Map<string, MadeRefund>
  /** By our id of it. */
  transfers: Map<string, MadeTransfer>
  disputes: Map<string, MadeDispute>
  events: Map<string, MadeEvent>
  entries: Map<string, MadeEntry>
  payouts: Map<string, MadePayout>
  accounts: Map<string, MadeAccount>
  /** Ways into the page on which an account is completed, good for one visit. */
  links: Map<string, { account: string; returnUrl: string }>
  /** Ways into the page on which a charge is confirmed, good for one visit. */
  confirmations: Map<string, { attempt: string; returnUrl: string }>
  /** Answers by idempotency key: a wish that comes twice is carried out once. */
  answered: Map<string, { wish: string; status: number; body: object }>
  /** Writes everything down, where there is a file. */
  keep(): void
}

/** The name after the last one, so that later ones come later in their order. */
const nameAfter = (prefix: string, names: Iterable<string>): string => {
  const last = [...names].at(-1)
  return `${prefix}_${String(last ? Number(last.slice(prefix.length + 1)) + 1 : 1).padStart(12, '0')}`
}

/** Notes what moved an account's balance. */
export function enter(books: SandboxBooks, entry: Omit<MadeEntry, 'id' | 'created_ms'>): void {
  const id = nameAfter('txn', books.entries.keys())
  books.entries.set(id, { id, created_ms: books.now(), ...entry })
}

/** Notes a payment: what its payee got of it, and the operator's share. */
export function enterCharge(books: SandboxBooks, { id, account, amount, fee, place }: MadeCharge): void {
  const root = place?.root ?? null
  enter(books, { kind: 'charge', account, source: id, of: id, root, party: null, amount: amount - fee })
  if (fee > 0)
    enter(books, { kind: 'share', account: null, source: `fee_${id}`, of: id, root, party: account, amount: fee })
}

/** Notes that something happened to a dispute, or to a payout. */
export function tellOf(
  books: SandboxBooks,
  type: string,
  about: Pick<MadeEvent, 'dispute' | 'payout' | 'account'>,
): void {
  const event = nameAfter('evt', books.events.keys())
  books.events.set(event, { id: event, type, ...about })
}

/** What the sandbox knows: in memory, and in a file where it is to outlive the process. */
export function openBooks({ now, file }: { now: () => number; file?: string }): SandboxBooks {
  const books: SandboxBooks = {
    now,
    tokens: new Map(),
    cards: new Map(),
    charges: new Map(),
    refunds: new Map(),
    transfers: new Map(),
    disputes: new Map(),
    events: new Map(),
    entries: new Map(),
    payouts: new Map(),
    accounts: new Map(),
    links: new Map(),
    confirmations: new Map(),
    answered: new Map(),
    keep() {
      if (!file) return
      const text = JSON.stringify(Object.fromEntries(kept.map((name) => [name, [...books[name]]])))
      writeFileSync(`${file}.new`, text)
      renameSync(`${file}.new`, file)
    },
  }
  if (file && existsSync(file)) {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, [string, never][]>
    for (const name of kept) for (const [key, value] of read[name] ?? []) books[name].set(key, value)
  }
  return books
}
