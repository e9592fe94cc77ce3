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
  /** The code that its charges are declined with, if they are. */
  decline: string | null
  /** The reason that its charges are disputed for, if they are. */
  dispute?: string | null
}

export interface SandboxCharge {
  id: string
  attempt: string
  account: string | null
  amount: number
  fee: number
  status: 'succeeded' | 'declined' | 'asks_payer'
  decline: string | null
  /** What it belongs to, as named in the request. */
  place?: { root: string; agency: string; charge: string }
}

/** A charge that its payer's bank has withdrawn until the dispute is decided. */
export interface SandboxDispute {
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

/** An event; ids of later ones sort later. */
interface MadeEvent {
  id: string
  type: string
  /** Which of the two it is about. */
  dispute?: string
  payout?: string
  account: string | null
}

interface MadeAccount {
  id: string
  kind: 'agency' | 'sales'
  name: string
  state: 'pending' | 'inverification' | 'completed'
  /** Its bank returns payouts. */
  refuses?: boolean
}

/** An account's balance on its way to the account's bank. */
export interface SandboxPayout {
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

/** A refund of a charge. */
export interface SandboxRefund {
  id: string
  refund: string
  attempt: string
  amount: number
}

/** A transfer to a connected account. */
export interface SandboxTransfer {
  id: string
  transfer: string
  account: string
  amount: number
}

/** One entry of an account's balance; ids of later ones sort later. */
export interface SandboxEntry {
  id: string
  kind: 'charge' | 'refund' | 'dispute' | 'share' | 'share_refund' | 'transfer' | 'payout'
  account: string | null
  /** The source object, and what that belongs to. */
  source: string
  of: string
  root: string | null
  /** The connected account that it is shared with. */
  party: string | null
  amount: number
  created_ms: number
  /** The payout that it is part of. */
  payout?: string
}

const storedTables = [
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
  /** By attempt id. */
  charges: Map<string, SandboxCharge>
  /** By our refund id. */
  refunds: Map<string, SandboxRefund>
  /** By our transfer id. */
  transfers: Map<string, SandboxTransfer>
  disputes: Map<string, SandboxDispute>
  events: Map<string, MadeEvent>
  entries: Map<string, SandboxEntry>
  payouts: Map<string, SandboxPayout>
  accounts: Map<string, MadeAccount>
  /** Single-use links to the page for completing an account. */
  links: Map<string, { account: string; returnUrl: string }>
  /** Single-use links to the page for confirming a charge. */
  confirmations: Map<string, { attempt: string; returnUrl: string }>
  /** Responses by idempotency key: a repeated request is only carried out once. */
  answered: Map<string, { wish: string; status: number; body: object }>
  /** Writes everything to the file, if there is one. */
  save(): void
}

/** The next id after the last one, so that ids of later ones sort later. */
const nameAfter = (prefix: string, names: Iterable<string>): string => {
  const last = [...names].at(-1)
  return `${prefix}_${String(last ? Number(last.slice(prefix.length + 1)) + 1 : 1).padStart(12, '0')}`
}

/** Records an entry of an account's balance. */
export function enter(books: SandboxBooks, entry: Omit<SandboxEntry, 'id' | 'created_ms'>): void {
  const id = nameAfter('txn', books.entries.keys())
  books.entries.set(id, { id, created_ms: books.now(), ...entry })
}

/** Records a payment: the payee's part, and the operator's share. */
export function enterCharge(books: SandboxBooks, { id, account, amount, fee, place }: SandboxCharge): void {
  const root = place?.root ?? null
  enter(books, { kind: 'charge', account, source: id, of: id, root, party: null, amount: amount - fee })
  if (fee > 0)
    enter(books, { kind: 'share', account: null, source: `fee_${id}`, of: id, root, party: account, amount: fee })
}

/** Records an event about a dispute or a payout. */
export function recordEvent(
  books: SandboxBooks,
  type: string,
  about: Pick<MadeEvent, 'dispute' | 'payout' | 'account'>,
): void {
  const event = nameAfter('evt', books.events.keys())
  books.events.set(event, { id: event, type, ...about })
}

/** The sandbox's state: in memory, and in a file if it has to survive the process. */
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
    save() {
      if (!file) return
      const text = JSON.stringify(Object.fromEntries(storedTables.map((name) => [name, [...books[name]]])))
      writeFileSync(`${file}.new`, text)
      renameSync(`${file}.new`, file)
    },
  }
  if (file && existsSync(file)) {
    const tables = JSON.parse(readFileSync(file, 'utf8')) as Record<string, [string, never][]>
    for (const name of storedTables) for (const [key, value] of tables[name] ?? []) books[name].set(key, value)
  }
  return books
}
