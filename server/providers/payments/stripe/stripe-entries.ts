import type Stripe from 'stripe'
import { GatewayUnreachable, type BalanceEntry, type EntriesPage, type PayoutOf } from '../gateway.ts'

/** An entry's expanded source, with the fields that the different types have. */
interface Source {
  id: string
  object: string
  metadata?: Stripe.Metadata | null
  payment_intent?: string | { id: string } | null
  /** For a payment that arrives from the platform. */
  source_transfer?: string | { id: string } | null
  /** For an application fee. */
  charge?: string | { id: string }
  account?: string | { id: string }
  /** For an application fee's refund. */
  fee?: string | { id: string }
  /** For a transfer. */
  transfer_group?: string | null
  destination?: string | { id: string } | null
  /** For a transfer's reversal. */
  transfer?: string | { id: string }
}

const idOf = (one: string | { id: string } | null | undefined): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null)

type Named = Pick<BalanceEntry, 'kind' | 'ofId' | 'rootId' | 'partyId'>

const bare = (kind: BalanceEntry['kind']): Named => ({ kind, ofId: null, rootId: null, partyId: null })

/** By type of the source object: an entry's own type says less, and has many more values. */
const readers: Readonly<Record<string, (source: Source) => Named>> = {
  charge: ({ payment_intent, source_transfer, metadata }) =>
    source_transfer
      ? { ...bare('transfer'), ofId: idOf(source_transfer) }
      : { ...bare('charge'), ofId: idOf(payment_intent), rootId: metadata?.['root_id'] ?? null },
  refund: ({ payment_intent, metadata }) => ({
    ...bare('refund'),
    ofId: idOf(payment_intent),
    rootId: metadata?.['root_id'] ?? null,
  }),
  dispute: ({ payment_intent }) => ({ ...bare('dispute'), ofId: idOf(payment_intent) }),
  application_fee: ({ charge, account }) => ({ ...bare('share'), ofId: idOf(charge), partyId: idOf(account) }),
  fee_refund: ({ fee }) => ({ ...bare('share_refund'), ofId: idOf(fee) }),
  transfer: ({ transfer_group, destination }) => ({
    ...bare('transfer'),
    ofId: transfer_group ?? null,
    partyId: idOf(destination),
  }),
  transfer_reversal: ({ transfer }) => ({ ...bare('transfer'), ofId: idOf(transfer) }),
  payout: ({ id }) => ({ ...bare('payout'), ofId: id }),
}

const pageSize = 100

/** Entries of an account's balance. Amounts are before Stripe's fee, and after the operator's share of a payment. */
export const listEntries = (
  stripe: Stripe,
  { accountId, since_ms, after }: { accountId: string | null; since_ms: number; after: string | null },
): Promise<EntriesPage> => list(stripe, { created: { gte: Math.floor(since_ms / 1_000) } }, { accountId, after })

/** The entries of one payout. */
export const listPaidOut = (
  stripe: Stripe,
  { accountId, payoutId, after }: PayoutOf & { after: string | null },
): Promise<EntriesPage> => list(stripe, { payout: payoutId }, { accountId, after })

async function list(
  stripe: Stripe,
  filter: Stripe.BalanceTransactionListParams,
  { accountId, after }: { accountId: string | null; after: string | null },
): Promise<EntriesPage> {
  const page = await stripe.balanceTransactions.list(
    {
      ...filter,
      limit: pageSize,
      expand: ['data.source'],
      ...(after === null ? {} : { starting_after: after }),
    },
    accountId === null ? {} : { stripeAccount: accountId },
  )
  if ((page.object as string | undefined) !== 'list') throw new GatewayUnreachable('unexpected response')
  return { entries: page.data.map(entryOf), next: page.has_more ? (page.data.at(-1)?.id ?? null) : null }
}

/** Types of entries for Stripe's own fees, besides what it deducts from each payment. */
const ownFees = new Set<string>(['stripe_fee', 'stripe_fx_fee', 'network_cost', 'tax_fee'])

function entryOf(entry: Stripe.BalanceTransaction): BalanceEntry {
  const source = entry.source as Source | string | null
  const sourceObject = source !== null && typeof source === 'object' ? source : null
  const naming = ownFees.has(entry.type)
    ? bare('fee')
    : (readers[sourceObject?.object ?? '']?.(sourceObject!) ?? bare('other'))
  const common = { gatewayId: entry.id, sourceId: idOf(source), created_ms: entry.created * 1_000, ...naming }
  if (naming.kind === 'fee') return { ...common, amount_cents: 0, fee_cents: -entry.net }
  // A dispute's fee is booked with the dispute.
  const fee_cents = naming.kind === 'dispute' ? 0 : entry.fee - shareOf(entry)
  return { ...common, amount_cents: entry.net + fee_cents, fee_cents }
}

/** The operator's share of a payment; negative for the part that was refunded. */
const shareOf = ({ fee_details }: Stripe.BalanceTransaction): number =>
  fee_details.filter(({ type }) => type === 'application_fee').reduce((sum, { amount }) => sum + amount, 0)
