import type { listCompanyGroups } from '#contract/tenants/groups.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/call.ts'

/** A company's groups; few enough that they come whole. */
export const handleListGroups: Handler<typeof listCompanyGroups> = async ({ query }, call) => {
  const rows = await call.inScope(async (tx) => {
    const text = 'select id, name from company_group where company_id = $1 order by name, id'
    return (await tx.query<{ id: string; name: string }>(text, [query.companyID])).rows
  })
  return {
    result: 'success',
    data: rows.map(({ id, name }) => ({
      companyGroupID: id,
      companyGroupName: name,
      companyID: query.companyID,
      moduleID: 'LeadsPeek' as const,
    })),
  }
}

/** How many groups a company has. */
export async function countGroups(tx: Tx, companyId: string): Promise<number> {
  const text = 'select count(*)::integer as groups from company_group where company_id = $1'
  return (await tx.query<{ groups: number }>(text, [companyId])).rows[0]!.groups
}
