import type { Tx } from '#server/platform/database/tx.ts'

/** How many groups a company has. */
export async function countGroups(tx: Tx, companyId: string): Promise<number> {
  const text = 'select count(*)::integer as groups from company_group where company_id = $1'
  return (await tx.query<{ groups: number }>(text, [companyId])).rows[0]!.groups
}
