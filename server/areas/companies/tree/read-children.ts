import type { ChildNode } from '#contract/companies/companies.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** How many of an agency's clients its node includes; the agency's own list has all. */
const shownChildren = 10

interface Row extends ChildNode {
  agency_id: string
}

/** The first clients of each agency on a page, by name: one statement, which reads that many index rows of each. */
export async function readChildren(
  tx: Tx,
  agencies: readonly { companyId: string }[],
): Promise<Map<string, ChildNode[]>> {
  const children = new Map<string, ChildNode[]>()
  if (agencies.length === 0) return children
  const { rows } = await tx.prepared<Row>(
    'company-children',
    `select client.* from unnest($1::uuid[]) agency (id)
     cross join lateral (
       select agency_id, main_user_id as id, id as company_id, name as company_name, main_name as name, main_email as email,
         'client' as user_type
       from company where agency_id = agency.id and kind = 'client' and removed_at is null
       order by company.name, company.id limit ${shownChildren}) client`,
    [plainArray(agencies.map(({ companyId }) => companyId))],
  )
  for (const { agency_id: agencyId, ...node } of rows) {
    const list = children.get(agencyId)
    if (list) list.push(node)
    else children.set(agencyId, [node])
  }
  return children
}
