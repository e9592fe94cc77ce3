import type { Tx } from '#server/platform/database/tx.ts'

/** The names of organizations, their external campaigns and audiences, by id. */
export async function readLinkNames(tx: Tx, agencyId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; name: string }>(
    `select id, name from marketing_organization where agency_id = $1 and id = any($2::uuid[])
      union all
     select id, name from marketing_campaign where agency_id = $1 and id = any($2::uuid[])
      union all
     select id, name from audience where agency_id = $1 and id = any($2::uuid[])`,
    [agencyId, ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
