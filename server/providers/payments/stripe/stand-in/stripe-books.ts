import { newToken } from '#server/platform/ids.ts'
import protocol from './protocol.json' with { type: 'json' }

/** Any of Stripe's objects, as it is sent. */
export interface StripeObject {
  id: string
  object: string
  [field: string]: unknown
}

/** What becomes of an account on Stripe's own page, or by what Stripe finds out. */
export type AccountMove = 'submitted' | 'ready' | 'restricted' | 'rejected' | 'closed'

/** Everything of one account at Stripe: its objects are unknown to every other one. */
export interface Partition {
  objects: Map<string, StripeObject>
}

export interface StripeBooks {
  now(): number
  /** By account; the platform's own under ''. */
  partitions: Map<string, Partition>
  /** Answers by account and idempotency key: a wish that comes twice is carried out once. */
  answered: Map<string, { wish: string; status: number; body: object }>
  /** How refunds begin: most are carried out at once, some wait for the payee's balance. */
  refundStatus: 'succeeded' | 'pending'
  /** The operator's balance has nothing to send on. */
  isEmpty: boolean
  /** Which payout has paid out a movement of a balance. */
  paidOut: Map<string, string>
  /** Ways into the page on which an account is completed. */
  links: Map<string, { account: string; returnUrl: string }>
  /** Hears of everything that Stripe would tell of. */
  happened(type: string, object: StripeObject, account: string): void
}

export function partitionOf(books: StripeBooks, account: string): Partition {
  const known = books.partitions.get(account)
  if (known) return known
  const made = { objects: new Map<string, StripeObject>() }
  books.partitions.set(account, made)
  return made
}

type Kind = keyof typeof protocol.examples

/** What the examples fill with placeholders although it is null until something happens. */
const empty = { last_payment_error: null, last_setup_error: null, next_action: null, metadata: {}, customer: null }

/** An object of a kind, shaped like Stripe's own example of it, and kept. */
export function makeObject(
  books: StripeBooks,
  account: string,
  kind: Kind,
  prefix: string,
  fields: Record<string, unknown>,
): StripeObject {
  const example = structuredClone(protocol.examples[kind]) as Record<string, unknown>
  for (const [name, value] of Object.entries(empty)) if (name in example) example[name] = value
  const created = Math.floor(books.now() / 1000)
  const id = `${prefix}_${newToken()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 24)}`
  const made = { ...example, object: kind, id, created, ...fields } as StripeObject
  partitionOf(books, account).objects.set(id, made)
  return made
}
