import type { Refund } from '#contract/billing/refunds.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob } from '#server/platform/jobs.ts'
import { localDateAt } from '#server/platform/local-dates.ts'

/** A stored refund of a charge. */
export interface RefundRow {
  id: string
  root_id: string
  agency_id: string
  client_id: string | null
  charge_id: string
  amount_cents: number
  /** The tax included in the amount. */
  tax_cents: number
  reason: Refund['reason']
  state: 'sent' | 'succeeded' | 'failed'
  attempt_id: string | null
  cause: string | null
  issuer: 'agency' | 'root'
  year: number | null
  number: number | null
  created_at: Date
  asked_at: Date
}

/** The part of a refund that belongs to one invoice line. */
export interface RefundLine {
  line: number
  amount_cents: number
}

export const refundColumns = `r.id, r.root_id, r.agency_id, r.client_id, r.charge_id, r.amount_cents, r.tax_cents, r.reason, r.state,
  r.attempt_id, r.cause, r.issuer, r.year, r.number, r.created_at, r.asked_at`

/** The sum of a charge's refunds, including those in flight, in cents. The caller holds the charge's lock. */
export async function sumRefunds(tx: Tx, agencyId: string, chargeId: string): Promise<number> {
  const { rows } = await tx.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::bigint as cents from refund
      where agency_id = $1 and charge_id = $2 and state <> 'failed'`,
    [agencyId, chargeId],
  )
  return rows[0]!.cents
}

export async function insertRefund(tx: Tx, one: RefundRow): Promise<void> {
  await tx.query(
    `insert into refund (agency_id, id, root_id, client_id, charge_id, amount_cents, tax_cents, reason, state, attempt_id,
       issuer, created_at, asked_at) values ($1, $2, $3, $4, $5, $6, $7, $8, 'sent', $9, $10, $11, $12)`,
    [
      one.agency_id,
      one.id,
      one.root_id,
      one.client_id,
      one.charge_id,
      one.amount_cents,
      one.tax_cents,
      one.reason,
      one.attempt_id,
      one.issuer,
      one.created_at,
      one.asked_at,
    ],
  )
}

export async function lockRefund(tx: Tx, agencyId: string, id: string): Promise<RefundRow | null> {
  const { rows } = await tx.query<RefundRow>(
    `select ${refundColumns} from refund r where r.agency_id = $1 and r.id = $2 for update`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

/** Marks a refund as succeeded and gives it the next number of its series, by year in the agency's zone. */
export async function numberRefund(tx: Tx, now_ms: number, refund: RefundRow, gatewayId: string | null): Promise<void> {
  const year = Number(localDateAt(now_ms, await readTimeZone(tx, refund.agency_id)).slice(0, 4))
  const { rows } = await tx.query<{ last: number }>(
    `insert into credit_note_series (agency_id, issuer, year, root_id, last) values ($1, $2, $3, $4, 1)
     on conflict (agency_id, issuer, year) do update set last = credit_note_series.last + 1 returning last`,
    [refund.agency_id, refund.issuer, year, refund.root_id],
  )
  await tx.query(
    `update refund set state = 'succeeded', year = $3, number = $4, gateway_id = $5, ended_at = $6
      where agency_id = $1 and id = $2`,
    [refund.agency_id, refund.id, year, rows[0]!.last, gatewayId, dateOf(now_ms)],
  )
  Object.assign(refund, { state: 'succeeded', year, number: rows[0]!.last })
}

/** Records when the gateway was last asked about a refund, in machine time. */
export async function recordRefundQuery(tx: Tx, asked_ms: number, { agency_id, id }: RefundRow): Promise<void> {
  await tx.query('update refund set asked_at = $3 where agency_id = $1 and id = $2', [agency_id, id, dateOf(asked_ms)])
}

/** The job that credits the agency's leg of leads that was skipped because of a refund (`returns`). Queues of earlier versions hold it by this name. */
export const creditWithheldJobName = 'credit-left-out'

/** The job that credits leads that exclusions skipped because of a refund (`exclusions`). */
export const skippedJobName = 'credit-skipped'

/** Marks a refund as failed, and queues the credits that were skipped because of it (decisions 122, 127). */
export async function failRefund(tx: Tx, now_ms: number, refund: RefundRow, code: string): Promise<void> {
  await tx.query(`update refund set state = 'failed', cause = $3, ended_at = $4 where agency_id = $1 and id = $2`, [
    refund.agency_id,
    refund.id,
    code.slice(0, 100),
    dateOf(now_ms),
  ])
  await queueSkippedCredits(tx, refund)
}

/**
 * Queues credits that were skipped because of a refund or dispute, to run after the caller's commit. A client's payment also
 * carries the operator's share, whose refund leaves out the agency's leg (decision 213).
 */
export async function queueSkippedCredits(
  tx: Tx,
  { root_id: rootId, agency_id: agencyId, client_id }: Pick<RefundRow, 'root_id' | 'agency_id' | 'client_id'>,
): Promise<void> {
  if (client_id !== null) await addJob(tx, skippedJobName, { rootId, agencyId })
  await addJob(tx, creditWithheldJobName, { rootId, agencyId })
}

export const creditNoteOf = ({ issuer, year, number }: Pick<RefundRow, 'issuer' | 'year' | 'number'>): string =>
  number === null ? '' : `${issuer === 'root' ? 'CP' : 'C'}-${year}-${String(number).padStart(4, '0')}`

/** `lines` are those of all refunds of the charge; only the refund's own are shown. */
export const presentRefund = (row: RefundRow, lines: readonly (RefundLine & { refund_id: string })[]): Refund => ({
  id: row.id,
  credit_note: creditNoteOf(row),
  amount: dollarsFromCents(row.amount_cents),
  tax: dollarsFromCents(row.tax_cents),
  reason: row.reason,
  state: row.state,
  cause: row.cause,
  lines: lines
    .filter(({ refund_id }) => refund_id === row.id)
    .map(({ line, amount_cents }) => ({ line, amount: dollarsFromCents(amount_cents) })),
  created_at: row.created_at.toISOString(),
})
