import type { Tx } from '#server/platform/database/tx.ts'

/** A purchase of prepaid money. Its id is that of the charge that paid for it. */
export interface Purchase {
  id: string
  amount_e4: number
  bought_at: Date
}

/**
 * The lots that paid for leads booked at an instant, oldest first. Leads are paid a batch at a time, and a batch books
 * everything at one instant: several lots are shared by its leads.
 */
export async function readPaidFrom(tx: Tx, agencyId: string, balanceId: string, bookedAt: Date): Promise<Purchase[]> {
  const { rows } = await tx.query<Purchase>(
    `select id, amount_e4, bought_at from prepaid_lot
      where agency_id = $1 and id in (
        select lot_id from prepaid_use where agency_id = $1 and balance_id = $2 and used_at = $3 and kind = 'leads')
      order by bought_at, id`,
    [agencyId, balanceId, bookedAt],
  )
  return rows
}
