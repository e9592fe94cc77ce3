import { bookUses } from '#server/areas/prepaid/lots.ts'
import { readLots, type BalanceName } from '#server/areas/prepaid/balances.ts'
import { writeOffRests } from '#server/areas/prepaid/write-off-rests.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Credits what is usable for removed campaigns to their clients' accounts, as a refund does: a top-up that was paid after the removal, money
 * that a bank released or a returned lead's. Nothing could use or refund it there. Less than a cent is written off. The caller has locked
 * the balances.
 */
export async function refundRemoved(
  tx: Tx,
  agency: { rootId: string; agencyId: string; ids: readonly string[] },
  now_ms: number,
): Promise<void> {
  const { agencyId, ids } = agency
  const { rows: campaigns } = await tx.query<BalanceName>(
    `select id, client_id as "clientId" from campaign
      where agency_id = $1 and id = any($2::uuid[]) and removed_at is not null order by id`,
    [agencyId, ids],
  )
  if (campaigns.length === 0) return
  const removedIds = campaigns.map(({ id }) => id)
  await writeOffRests(tx, agency, now_ms, removedIds)
  const lots = await readLots(tx, agencyId, removedIds)
  const uses = campaigns.flatMap((balance) =>
    lots.get(balance.id)!.map(({ id, remaining_e4 }) => ({
      balance,
      kind: 'refund' as const,
      lotId: id,
      amount_e4: remaining_e4,
      to: { kind: 'client_receivable' as const, clientId: balance.clientId },
      leads: 0,
    })),
  )
  await bookUses(tx, agency, now_ms, uses)
}
