import type { Tx } from '#server/platform/database/tx.ts'

/** Where an agency's people open tickets: its own page, else the operator's; null if neither is set (R057). */
export async function readSupport(tx: Tx, rootId: string, agencyId: string): Promise<string | null> {
  const { rows } = await tx.query<{ support_url: string }>(
    `select support_url from brand where company_id in ($1, $2) and support_url is not null
      order by (company_id = $2) desc limit 1`,
    [rootId, agencyId],
  )
  return rows[0]?.support_url ?? null
}
