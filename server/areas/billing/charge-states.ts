import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Agency } from './agency-of.ts'

export type ChargeStatus = 'due' | 'sent' | 'unknown' | 'declined' | 'succeeded' | 'settled'

/**
 * Every move that a charge may make; there is no other way to another state. `due` is demanded and waits to be collected,
 * `sent` is before a gateway, `unknown` has no answer that says what became of it, `settled` was paid by hand or left
 * nothing to pay.
 */
export const chargeMoves: Readonly<Record<ChargeStatus, readonly ChargeStatus[]>> = {
  due: ['sent', 'settled'],
  sent: ['succeeded', 'declined', 'unknown'],
  unknown: ['succeeded', 'declined'],
  // Only after a definite refusal is there another attempt.
  declined: ['due', 'settled'],
  succeeded: [],
  settled: [],
}

/** States in which a charge is still to be paid. */
export const openStatuses = ['due', 'sent', 'unknown', 'declined'] as const satisfies readonly ChargeStatus[]

/** Less than a card can be charged with: it stays booked, and is asked for with what comes later. */
export const leastCharge_cents = 50

export interface ChargeRow {
  id: string
  root_id: string
  agency_id: string
  client_id: string | null
  kind: 'onboarding' | 'manual_bill' | 'developer' | 'leads' | 'client_leads' | 'wallet_top_up' | 'campaign_top_up'
  status: ChargeStatus
  amount_cents: number
  /** Whose prepaid money a top-up buys; null for what demands a debt. */
  balance_id: string | null
  cause: string | null
}

/** Locks a charge's row, so that those who move it take turns. Null where there is none. */
export async function lockCharge(
  tx: Tx,
  { agencyId }: Pick<Agency, 'agencyId'>,
  id: string,
): Promise<ChargeRow | null> {
  const { rows } = await tx.query<ChargeRow>(
    `select id, root_id, agency_id, client_id, kind, status, amount_cents, balance_id, cause from charge
      where agency_id = $1 and id = $2 for update`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

interface Move {
  to: ChargeStatus
  /** The gateway's code for a refusal. */
  cause?: string | null
  /** The card that is asked, as people know it. */
  paidWith?: string
}

/** Moves a charge that the caller has locked. Throws for a move that the table does not know. */
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
}

/** Says why a charge that is due cannot be asked for yet; null takes it back. */
export async function noteCause(tx: Tx, charge: ChargeRow, cause: string | null): Promise<void> {
  if (charge.cause === cause) return
  await tx.query('update charge set cause = $3 where agency_id = $1 and id = $2', [charge.agency_id, charge.id, cause])
}
