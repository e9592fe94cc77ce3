import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { DisputeState } from '#contract/payments/disputes.ts'

/** A stored dispute of a payment. */
export interface DisputeRow {
  id: string
  root_id: string
  agency_id: string
  client_id: string | null
  charge_id: string
  attempt_id: string
  gateway: string
  gateway_id: string
  account_id: string | null
  amount_cents: number
  reason: string
  state: DisputeState
  respond_by: Date | null
  opened_at: Date
  held_cents: number
  lost_cents: number
  fee_cents: number
  bookings: number
  /** The reading that was stored (`payments/readings.ts`). */
  reading: number
  evidence: string | null
  evidence_state: 'sent' | 'submitted' | 'failed' | null
  evidence_at: Date | null
  evidence_number: number
}

export const disputeColumns = `d.id, d.root_id, d.agency_id, d.client_id, d.charge_id, d.attempt_id, d.gateway, d.gateway_id,
  d.account_id, d.amount_cents, d.reason, d.state, d.respond_by, d.opened_at, d.held_cents, d.lost_cents, d.fee_cents,
  d.bookings, d.reading, d.evidence, d.evidence_state, d.evidence_at, d.evidence_number`

const isDecided = (state: DisputeState): boolean => state === 'won' || state === 'lost'

export async function lockDispute(tx: Tx, agencyId: string, id: string): Promise<DisputeRow | null> {
  const { rows } = await tx.query<DisputeRow>(
    `select ${disputeColumns} from dispute d where d.agency_id = $1 and d.id = $2 for update`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

type DisputeUpdate = Pick<
  DisputeRow,
  | 'id'
  | 'root_id'
  | 'agency_id'
  | 'client_id'
  | 'charge_id'
  | 'attempt_id'
  | 'gateway'
  | 'gateway_id'
  | 'account_id'
  | 'amount_cents'
  | 'reason'
  | 'state'
  | 'respond_by'
  | 'opened_at'
  | 'reading'
>

/** Stores the state of a dispute. Never overwrites a later reading or reopens a decided dispute. */
export async function saveDispute(tx: Tx, now_ms: number, update: DisputeUpdate): Promise<DisputeRow> {
  await tx.query(
    `insert into dispute as d (agency_id, id, root_id, client_id, charge_id, attempt_id, gateway, gateway_id, account_id,
       amount_cents, reason, state, respond_by, opened_at, ended_at, reading)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict (agency_id, id) do update
        set state = excluded.state, respond_by = excluded.respond_by, amount_cents = excluded.amount_cents,
            ended_at = coalesce(d.ended_at, excluded.ended_at), reading = excluded.reading
      where d.reading < excluded.reading and not (d.state in ('won', 'lost') and excluded.state not in ('won', 'lost'))`,
    [
      update.agency_id,
      update.id,
      update.root_id,
      update.client_id,
      update.charge_id,
      update.attempt_id,
      update.gateway,
      update.gateway_id,
      update.account_id,
      update.amount_cents,
      update.reason.slice(0, 100),
      update.state,
      update.respond_by,
      update.opened_at,
      isDecided(update.state) ? dateOf(now_ms) : null,
      update.reading,
    ],
  )
  return (await lockDispute(tx, update.agency_id, update.id))!
}

/** A response to the bank is stored before it is sent, with a counter so that each submission has its own idempotency key. */
export async function saveEvidence(tx: Tx, now_ms: number, dispute: DisputeRow, evidence: string): Promise<void> {
  await tx.query(
    `update dispute set evidence = $3, evidence_state = 'sent', evidence_at = $4, evidence_cause = null,
       evidence_number = evidence_number + 1 where agency_id = $1 and id = $2`,
    [dispute.agency_id, dispute.id, evidence, dateOf(now_ms)],
  )
}

export async function endEvidence(
  tx: Tx,
  dispute: DisputeRow,
  end: { state: 'submitted' | 'failed'; cause: string | null },
): Promise<void> {
  await tx.query('update dispute set evidence_state = $3, evidence_cause = $4 where agency_id = $1 and id = $2', [
    dispute.agency_id,
    dispute.id,
    end.state,
    end.cause?.slice(0, 100) ?? null,
  ])
}

/** What banks hold of a charge, and what they withdrew permanently. */
export async function sumBilledShares(
  tx: Tx,
  agencyId: string,
  chargeId: string,
): Promise<Pick<DisputeRow, 'held_cents' | 'lost_cents'>> {
  const { rows } = await tx.query<Pick<DisputeRow, 'held_cents' | 'lost_cents'>>(
    `select coalesce(sum(held_cents), 0)::bigint as held_cents, coalesce(sum(lost_cents), 0)::bigint as lost_cents
       from dispute where agency_id = $1 and charge_id = $2`,
    [agencyId, chargeId],
  )
  return rows[0]!
}

/** What can't be refunded, because a bank has it. */
export async function sumDisputed(tx: Tx, agencyId: string, chargeId: string): Promise<number> {
  const { held_cents, lost_cents } = await sumBilledShares(tx, agencyId, chargeId)
  return held_cents + lost_cents
}

/** Whether a bank withdrew all or part of a charge's payment; `held` while undecided. */
export async function isDisputed(
  tx: Tx,
  agencyId: string,
  chargeId: string,
  how: 'held' | 'taken' = 'taken',
): Promise<boolean> {
  const { rows } = await tx.query(
    `select from dispute where agency_id = $1 and charge_id = $2 and (held_cents > 0 or $3 and lost_cents > 0) limit 1`,
    [agencyId, chargeId, how === 'taken'],
  )
  return rows.length > 0
}
