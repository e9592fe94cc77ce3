import type { Tx } from '#server/platform/database/tx.ts'

/** An agency's payouts that its bank returned, unless a later one didn't fail: the bank account needs fixing. */
export async function findFailedPayouts(
  tx: Tx,
  { rootId, agencyId }: { rootId: string; agencyId: string },
): Promise<{ id: string; at: Date }[]> {
  const { rows } = await tx.query<{ id: string; at: Date }>(
    `select p.id, p.moved_at as at from gateway_payout p
      where p.root_id = $1 and p.agency_id = $2 and p.state = 'failed'
        and not exists (select from gateway_payout later
          where later.root_id = $1 and later.agency_id = $2 and later.made_at > p.made_at
            and later.state in ('pending', 'in_transit', 'paid'))
      order by p.made_at desc, p.id limit 20`,
    [rootId, agencyId],
  )
  return rows
}
