import type { Tx } from '#server/platform/database/tx.ts'

/** Updates group counts for an agency's clients that were removed (-1) or restored (1). */
export async function countRemovedFromGroups(
  tx: Tx,
  agencyId: string,
  ids: readonly string[],
  by: 1 | -1,
): Promise<void> {
  await tx.query(
    `update company_group set clients = company_group.clients + $3 * moved.clients
       from (select company_group_id, count(*)::integer as clients from company
              where agency_id = $1 and id = any ($2::uuid[]) and company_group_id is not null group by company_group_id) moved
      where company_group.id = moved.company_group_id`,
    [agencyId, ids, by],
  )
}

/** Updates the counts of both groups when a client moves; null is no group. */
export async function countMove(tx: Tx, fromId: string | null, toId: string | null): Promise<void> {
  await tx.query(
    `update company_group set clients = clients + case when id = $1 then -1 else 1 end
      where id in ($1, $2) and $1::uuid is distinct from $2::uuid`,
    [fromId, toId],
  )
}
