import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** What the operator was asked for and has not given back, in 1/10,000 dollar, by the return, change or refund that it follows from. */
export async function readHeld(
  tx: Tx,
  agencyId: string,
  causeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ id: string; e4: number }>(
    `select cause_id as id, sum(amount_e4)::bigint as e4 from share_claim
      where agency_id = $1 and cause_id = any($2::uuid[]) and state in ('waiting', 'declined') group by cause_id`,
    [agencyId, plainArray(causeIds)],
  )
  return new Map(rows.map(({ id, e4 }) => [id, e4]))
}
