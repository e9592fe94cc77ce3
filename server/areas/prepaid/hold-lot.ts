import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lockBalances } from './balances.ts'

/**
 * Holds so much of the lot that a charge has bought as its payer's bank has taken back, so that it pays for nothing, and lets the rest go.
 * Does nothing for a charge that bought none. The caller holds the charge's lock, and none of accounts.
 */
export async function holdLot(
  tx: Tx,
  now_ms: number,
  { agencyId, chargeId, held_e4 }: { agencyId: string; chargeId: string; held_e4: number },
): Promise<void> {
  const { rows } = await tx.query<{ balanceId: string; held_e4: number }>(
    `select balance_id as "balanceId", held_e4 from prepaid_lot
      where agency_id = $1 and id = $2 and held_e4 <> $3`,
    [agencyId, chargeId, held_e4],
  )
  const lot = rows[0]
  if (!lot) return
  await lockBalances(tx, agencyId, [lot.balanceId])
  await tx.query(
    `update prepaid_lot set held_e4 = $3, held_at = case when $3 > 0 then coalesce(held_at, $4) end
      where agency_id = $1 and id = $2`,
    [agencyId, chargeId, held_e4, dateOf(now_ms)],
  )
  // There is money again: whoever was told that there was none is told the next time.
  if (held_e4 < lot.held_e4)
    await tx.query('update prepaid_balance set emptied_at = null where agency_id = $1 and id = $2', [
      agencyId,
      lot.balanceId,
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
