import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { BalanceEntry, PayoutStatus } from '#server/providers/payments/gateway.ts'
import type { Owner } from '../accounts/connected-accounts.ts'

type State = PayoutStatus['state']

/** The valid state transitions. A bank can still return a paid payout; failed and canceled are final. */
const moves: Readonly<Record<State, readonly State[]>> = {
  pending: ['in_transit', 'paid', 'failed', 'canceled'],
  in_transit: ['paid', 'failed', 'canceled'],
  paid: ['failed'],
  failed: [],
  canceled: [],
}

interface Account {
  owner: Owner
  gateway: string
  accountId: string
}

interface StoredPayout {
  id: string
  /** Whether this reading is the first that says it failed. */
  hasFailed: boolean
  isItemized: boolean
}

/**
 * Stores a payout's status under its row's lock. A stale status is ignored: only the transitions above are made. Null
 * if the row belongs to another owner by now.
 */
export async function storePayout(
  tx: Tx,
  now_ms: number,
  { owner, gateway, accountId }: Account,
  status: PayoutStatus,
): Promise<StoredPayout | null> {
  const id = uuidOf(['gateway payout', gateway, accountId, status.gatewayId])
  const { rowCount: inserts } = await tx.query(
    `insert into gateway_payout (id, root_id, agency_id, user_id, gateway, account_id, gateway_id, amount_cents, currency, state,
       cause, method, is_automatic, bank_last4, arrives_on, made_at, moved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) on conflict (id) do nothing`,
    [
      id,
      owner.rootId,
      owner.agencyId,
      owner.agencyId === null ? owner.id : null,
      gateway,
      accountId,
      status.gatewayId,
      status.amount_cents,
      status.currency,
      status.state,
      status.cause?.slice(0, 100) ?? null,
      status.method,
      status.isAutomatic,
      status.bankLast4,
      status.arrivesOn,
      dateOf(status.made_ms),
      dateOf(now_ms),
    ],
  )
  if (inserts) return { id, hasFailed: status.state === 'failed', isItemized: false }
  const { rows } = await tx.query<{ state: State; isItemized: boolean }>(
    `select state, itemized_at is not null as "isItemized" from gateway_payout where id = $1 and root_id = $2 for update`,
    [id, owner.rootId],
  )
  const before = rows[0]
  if (!before) return null
  const isMove = moves[before.state].includes(status.state)
  if (isMove)
    await tx.query(
      `update gateway_payout set state = $3, cause = $4, bank_last4 = $5, arrives_on = $6, moved_at = $7
        where id = $1 and root_id = $2`,
      [
        id,
        owner.rootId,
        status.state,
        status.cause?.slice(0, 100) ?? null,
        status.bankLast4,
        status.arrivesOn,
        dateOf(now_ms),
      ],
    )
  return { id, hasFailed: isMove && status.state === 'failed', isItemized: before.isItemized }
}

/** Stores a payout's entries: once, and all of them together. */
export async function storePayoutEntries(
  tx: Tx,
  now_ms: number,
  owner: Owner,
  payoutId: string,
  entries: readonly BalanceEntry[],
): Promise<void> {
  const { rowCount } = await tx.query(
    'update gateway_payout set itemized_at = $3 where id = $1 and root_id = $2 and itemized_at is null',
    [payoutId, owner.rootId, dateOf(now_ms)],
  )
  if (!rowCount) return
  const of = <T>(read: (entry: BalanceEntry) => T): T[] => entries.map(read)
  await tx.query(
    `insert into gateway_payout_entry (payout_id, root_id, agency_id, user_id, gateway_id, kind, source_id, of_id, amount_cents,
       fee_cents, created_at)
     select $1, $2, $3, $4, e.gateway_id, e.kind, e.source_id, e.of_id, e.amount_cents, e.fee_cents, e.created_at
       from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::timestamptz[])
         as e (gateway_id, kind, source_id, of_id, amount_cents, fee_cents, created_at)`,
    [
      payoutId,
      owner.rootId,
      owner.agencyId,
      owner.agencyId === null ? owner.id : null,
      of(({ gatewayId }) => gatewayId),
      of(({ kind }) => kind),
      of(({ sourceId }) => sourceId),
      of(({ ofId }) => ofId),
      of(({ amount_cents }) => amount_cents),
      of(({ fee_cents }) => fee_cents),
      of(({ created_ms }) => dateOf(created_ms)),
    ],
  )
}
