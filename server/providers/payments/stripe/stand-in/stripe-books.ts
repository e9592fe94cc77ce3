import { newToken } from '#server/platform/ids.ts'
import protocol from './protocol.json' with { type: 'json' }

/** Any Stripe object, as it is sent. */
export interface StripeObject {
  id: string
  object: string
  [field: string]: unknown
}

/** What happens to an account on Stripe's own page, or by Stripe's review. */
export type AccountMove = 'submitted' | 'ready' | 'restricted' | 'rejected' | 'closed'

/** All objects of one Stripe account, which other accounts cannot see. */
export interface Partition {
  objects: Map<string, StripeObject>
}

export interface StripeBooks {
  now(): number
  /** By account; '' for the platform's own. */
  partitions: Map<string, Partition>
  /** Responses by account and idempotency key: a repeated request is only carried out once. */
  answered: Map<string, { wish: string; status: number; body: object }>
  /** Initial status of refunds: most succeed immediately, some wait for the payee's balance. */
  refundStatus: 'succeeded' | 'pending'
  /** The operator's balance has nothing to transfer. */
  isEmpty: boolean
  /** The payout that each balance entry is part of. */
  paidOut: Map<string, string>
  /** Links to the page for completing an account. */
  links: Map<string, { account: string; returnUrl: string }>
  /** Called for every event that Stripe would send. */
  happened(type: string, object: StripeObject, account: string): void
}

export function partitionOf(books: StripeBooks, account: string): Partition {
  const partition = books.partitions.get(account)
  if (partition) return partition
  const newPartition = { objects: new Map<string, StripeObject>() }
  books.partitions.set(account, newPartition)
  return newPartition
}

type Kind = keyof typeof protocol.examples

/** Fields that the examples fill with placeholders although they are null until something happens. */
const empty = { last_payment_error: null, last_setup_error: null, next_action: null, metadata: {}, customer: null }

/** Creates and stores an object, shaped like Stripe's own example of its type. */
export function makeObject(
  books: StripeBooks,
  account: string,
  kind: Kind,
  prefix: string,
  fields: Record<string, unknown>,
): StripeObject {
  const example = structuredClone(protocol.examples[kind]) as Record<string, unknown>
  for (const [name, value] of Object.entries(empty)) if (name in example) example[name] = value
  const createdAt = Math.floor(books.now() / 1000)
  const id = `${prefix}_${newToken()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 24)}`
  const object = { ...example, object: kind, id, created: createdAt, ...fields } as StripeObject
  partitionOf(books, account).objects.set(id, object)
  return object
}
