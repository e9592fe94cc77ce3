import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRequest } from '#server/providers/payments/gateway.ts'

/** One stored charge request to a gateway. */
export interface Attempt {
  id: string
  root_id: string
  agency_id: string
  charge_id: string
  gateway: string
  account_id: string | null
  customer_id: string
  card_id: string
  card_account_id: string | null
  amount_cents: number
  fee_cents: number
  state: 'sent' | 'unknown' | 'succeeded' | 'declined'
  sent_at: Date
  /** The payer's deadline for confirming at the bank; null if no confirmation was requested. */
  confirm_by: Date | null
  /** The gateway's id, once it is known. */
  gateway_id: string | null
  /** Of a payment by link: how the charge stood, and stands again if it is declined. Null for one with the payer's own card. */
  before: ChargeBefore | null
}

/** What a charge is given back after a payment by link that failed (decision 315). */
interface ChargeBefore extends Pick<ChargeRow, 'cause' | 'paid_with'> {
  status: 'due' | 'declined'
}

const columns = `id, root_id, agency_id, charge_id, gateway, account_id, customer_id, card_id, card_account_id, amount_cents,
  fee_cents, state, sent_at, confirm_by, gateway_id,
  case when status_before is not null
    then jsonb_build_object('status', status_before, 'cause', cause_before, 'paid_with', paid_with_before) end as before`

export type NewAttempt = Omit<Attempt, 'state' | 'confirm_by' | 'gateway_id'>

/** Stores an attempt before its request is sent. A unique index allows one open attempt per charge. */
export async function insertAttempt(tx: Tx, one: NewAttempt): Promise<void> {
  await tx.query(
    `insert into charge_attempt (agency_id, id, root_id, charge_id, number, gateway, account_id, customer_id, card_id,
       card_account_id, amount_cents, fee_cents, state, sent_at, status_before, cause_before, paid_with_before)
     select $1, $2, $3, $4, count(*) + 1, $5, $6, $7, $8, $9, $10, $11, 'sent', $12, $13, $14, $15
       from charge_attempt where agency_id = $1 and charge_id = $4`,
    [
      one.agency_id,
      one.id,
      one.root_id,
      one.charge_id,
      one.gateway,
      one.account_id,
      one.customer_id,
      one.card_id,
      one.card_account_id,
      one.amount_cents,
      one.fee_cents,
      one.sent_at,
      one.before?.status ?? null,
      one.before?.cause ?? null,
      one.before?.paid_with ?? null,
    ],
  )
}

export async function findAttempt(tx: Tx, agencyId: string, id: string): Promise<Attempt | null> {
  const { rows } = await tx.query<Attempt>(`select ${columns} from charge_attempt where agency_id = $1 and id = $2`, [
    agencyId,
    id,
  ])
  return rows[0] ?? null
}

/** Locks an attempt; null if the agency has none of that id. Lock order: its charge first. */
export async function lockAttempt(tx: Tx, agencyId: string, id: string): Promise<Attempt | null> {
  const { rows } = await tx.query<Attempt>(
    `select ${columns} from charge_attempt where agency_id = $1 and id = $2 for update`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

/** An attempt without an outcome, and when the gateway was last asked about it. */
export interface WaitingAttempt extends Attempt {
  asked_at: Date
}

/**
 * A page of an operator's attempts without an outcome that were last checked at or before `before_ms`, longest
 * unchecked first. `after` is the last row of the previous page.
 */
export async function findWaiting(
  tx: Tx,
  rootId: string,
  { before_ms, after, limit }: { before_ms: number; after: WaitingAttempt | undefined; limit: number },
): Promise<WaitingAttempt[]> {
  const { rows } = await tx.query<WaitingAttempt>(
    `select ${columns}, coalesce(asked_at, sent_at) as asked_at from charge_attempt
      where root_id = $1 and state in ('sent', 'unknown') and coalesce(asked_at, sent_at) <= $2
        and ($3::timestamptz is null or (coalesce(asked_at, sent_at), id) > ($3, $4))
      order by coalesce(asked_at, sent_at), id limit $5`,
    [rootId, dateOf(before_ms), after?.asked_at ?? null, after?.id ?? null, limit],
  )
  return rows
}

/** Records that the outcome is still unknown, and keeps the gateway's id if there is one. */
export async function recordUnknownOutcome(
  tx: Tx,
  asked_ms: number,
  attempt: Attempt,
  gatewayId: string | null,
): Promise<void> {
  await tx.query(
    `update charge_attempt set state = 'unknown', gateway_id = coalesce($3, gateway_id), asked_at = $4
      where agency_id = $1 and id = $2`,
    [attempt.agency_id, attempt.id, gatewayId, dateOf(asked_ms)],
  )
}

/** Stores the payer's deadline for confirming an attempt. Returns false if one was stored already. */
export async function saveConfirmationDeadline(tx: Tx, attempt: Attempt, until_ms: number): Promise<boolean> {
  if (attempt.confirm_by !== null) return false
  await tx.query('update charge_attempt set confirm_by = $3 where agency_id = $1 and id = $2', [
    attempt.agency_id,
    attempt.id,
    dateOf(until_ms),
  ])
  return true
}

/** The charge's attempt that waits for its payer's confirmation at the bank, or null. */
export async function findAwaitingPayer(tx: Tx, agencyId: string, chargeId: string): Promise<Attempt | null> {
  const { rows } = await tx.query<Attempt>(
    `select ${columns} from charge_attempt
      where agency_id = $1 and charge_id = $2 and state in ('sent', 'unknown') and confirm_by is not null`,
    [agencyId, chargeId],
  )
  return rows[0] ?? null
}

/** Ends open confirmations of a payer who stored another card; the next reconciliation run cancels their attempts. */
export async function endConfirmations(
  tx: Tx,
  now_ms: number,
  agencyId: string,
  clientId: string | null,
): Promise<void> {
  await tx.query(
    `update charge_attempt a set confirm_by = least(a.confirm_by, $3)
       from charge c
      where a.agency_id = $1 and c.agency_id = $1 and c.id = a.charge_id and c.client_id is not distinct from $2
        and a.state in ('sent', 'unknown') and a.confirm_by is not null`,
    [agencyId, clientId, dateOf(now_ms)],
  )
}

interface AttemptEnd {
  state: 'succeeded' | 'declined'
  gatewayId: string | null
  code: string | null
}

export async function endAttempt(tx: Tx, now_ms: number, attempt: Attempt, end: AttemptEnd): Promise<void> {
  await tx.query(
    `update charge_attempt set state = $3, gateway_id = coalesce($4, gateway_id), decline_code = $5, settled_at = $6
      where agency_id = $1 and id = $2`,
    [attempt.agency_id, attempt.id, end.state, end.gatewayId, end.code, dateOf(now_ms)],
  )
}

/** The gateway request of an attempt: identical on every retry. */
export const chargeRequestOf = (attempt: NewAttempt): ChargeRequest => ({
  attemptId: attempt.id,
  place: { rootId: attempt.root_id, agencyId: attempt.agency_id, chargeId: attempt.charge_id },
  amount_cents: attempt.amount_cents,
  accountId: attempt.account_id,
  fee_cents: attempt.fee_cents,
  card: { customerId: attempt.customer_id, cardId: attempt.card_id, accountId: attempt.card_account_id },
  sent_ms: attempt.sent_at.getTime(),
})
