import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Agency } from './agency-of.ts'

export type ChargeStatus = 'due' | 'sent' | 'unknown' | 'declined' | 'succeeded' | 'settled' | 'written_off'

/**
 * All allowed transitions of a charge. `due` waits to be collected,
 * `sent` is being processed by a gateway, `unknown` has no conclusive response, `settled` was paid manually or left
 * nothing to pay, and `written_off` was given up by its payee.
 */
export const chargeMoves: Readonly<Record<ChargeStatus, readonly ChargeStatus[]>> = {
  due: ['sent', 'settled', 'written_off'],
  sent: ['succeeded', 'declined', 'unknown'],
  unknown: ['succeeded', 'declined'],
  // A new attempt is only made after a definite refusal.
  declined: ['due', 'settled', 'written_off'],
  succeeded: [],
  settled: [],
  written_off: [],
}

/** States in which a charge is still unpaid. */
export const openStatuses = ['due', 'sent', 'unknown', 'declined'] as const satisfies readonly ChargeStatus[]

/** Below the card minimum: the amount stays booked and is charged with a later invoice. */
export const minCharge_cents = 50

export interface ChargeRow {
  id: string
  root_id: string
  agency_id: string
  client_id: string | null
  kind: 'onboarding' | 'manual_bill' | 'developer' | 'leads' | 'client_leads' | 'wallet_top_up' | 'campaign_top_up'
  status: ChargeStatus
  amount_cents: number
  /** The balance a top-up is for; null for a charge of a debt. */
  balance_id: string | null
  cause: string | null
  /** The card charged last, as displayed; empty if none was. */
  paid_with: string
}

/** Locks a charge's row, so that transitions run one after the other. Null if it doesn't exist. */
export async function lockCharge(
  tx: Tx,
  { agencyId }: Pick<Agency, 'agencyId'>,
  id: string,
): Promise<ChargeRow | null> {
  const { rows } = await tx.query<ChargeRow>(
    `select id, root_id, agency_id, client_id, kind, status, amount_cents, balance_id, cause, paid_with
       from charge
      where agency_id = $1 and id = $2 for update`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

/**
 * Locks several charges: clients' before those of their agency, each in id order. So a caller can lock clients' charges first, and then
 * those of the agency that depend on what became of them, without a deadlock.
 */
export const lockCharges = (tx: Tx, agencyId: string, ids: readonly string[]): Promise<unknown> =>
  tx.query(
    `select from charge where agency_id = $1 and id = any($2::uuid[]) order by client_id is null, id for update`,
    [agencyId, plainArray([...new Set(ids)])],
  )

interface Move {
  to: ChargeStatus
  /** The gateway's decline code. */
  cause?: string | null
  /** The charged card as displayed. */
  paidWith?: string
}

/** Moves a charge locked by the caller to another state. Throws for a transition that isn't allowed. */
export async function moveCharge(tx: Tx, now_ms: number, charge: ChargeRow, move: Move): Promise<void> {
  if (!chargeMoves[charge.status].includes(move.to))
    throw new Error(`A charge does not move from ${charge.status} to ${move.to}`)
  await tx.query(
    `update charge set status = $3, cause = $4, moved_at = $5, paid_with = coalesce($6, paid_with)
      where agency_id = $1 and id = $2`,
    [charge.agency_id, charge.id, move.to, move.cause ?? null, dateOf(now_ms), move.paidWith ?? null],
  )
  charge.status = move.to
  charge.cause = move.cause ?? null
  charge.paid_with = move.paidWith ?? charge.paid_with
}

/** Stores why a due charge can't be collected yet; null clears it. */
export async function recordCause(tx: Tx, charge: ChargeRow, cause: string | null): Promise<void> {
  if (charge.cause === cause) return
  await tx.query('update charge set cause = $3 where agency_id = $1 and id = $2', [charge.agency_id, charge.id, cause])
}
