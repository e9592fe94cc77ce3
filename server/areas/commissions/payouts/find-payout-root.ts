import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'

/** The operator that has a payout; null if none has. A gateway's transfer names only the payout's id. */
export async function findPayoutRoot(pool: Pool, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ root_id: string }>('select distinct root_id from ledger_book order by root_id')
  for (const { root_id: rootId } of rows) {
    const payouts = await inScope(
      pool,
      { kind: 'root', rootId },
      (tx) => tx.query('select from commission_payout where root_id = $1 and id = $2', [rootId, id]),
      { readOnly: true },
    )
    if (payouts.rowCount === 1) return rootId
  }
  return null
}
