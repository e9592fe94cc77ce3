import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lockBalances } from './balances.ts'

/**
 * Holds the lot that a charge has bought, so that it pays for nothing while its payer's bank has the payment back, or lets it go. Does
 * nothing for a charge that bought none. The caller holds the charge's lock, and none of accounts.
 */
export async function holdLot(
  tx: Tx,
  now_ms: number,
  { agencyId, chargeId, isHeld }: { agencyId: string; chargeId: string; isHeld: boolean },
): Promise<void> {
  const { rows } = await tx.query<{ balanceId: string }>(
    `select balance_id as "balanceId" from prepaid_lot
      where agency_id = $1 and id = $2 and (held_at is not null) <> $3`,
    [agencyId, chargeId, isHeld],
  )
  const balanceId = rows[0]?.balanceId
  if (balanceId === undefined) return
  await lockBalances(tx, agencyId, [balanceId])
  await tx.query('update prepaid_lot set held_at = $3 where agency_id = $1 and id = $2', [
    agencyId,
    chargeId,
    isHeld ? dateOf(now_ms) : null,
  ])
  // There is money again: whoever was told that there was none is told the next time.
  if (!isHeld)
    await tx.query('update prepaid_balance set emptied_at = null where agency_id = $1 and id = $2', [
      agencyId,
      balanceId,
    ])
}

/** Whether the last lot of a balance is held: the card that paid for it is not asked for the next one by itself. */
export async function isLastHeld(tx: Tx, agencyId: string, balanceId: string): Promise<boolean> {
  const { rows } = await tx.query<{ isHeld: boolean }>(
    `select held_at is not null as "isHeld" from prepaid_lot
      where agency_id = $1 and balance_id = $2 order by bought_at desc, id desc limit 1`,
    [agencyId, balanceId],
  )
  return rows[0]?.isHeld ?? false
}
