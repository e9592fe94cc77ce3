import type { ExclusionCredits, ExclusionLevel, listExclusionCredits } from '#contract/exclusions/lists.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row {
  id: string
  level: ExclusionLevel
  list_name: string
  file_name: string
  leads: number
  retail_e4: number
  wholesale_e4: number
  created_at: Date
  undone_at: Date | null
}

/** Credits from exclusions in an agency's book, except those of the operator's list, which are spread over many books. */
export const handleListCredits: Handler<typeof listExclusionCredits> = ({ query }, call) => {
  const { agencyId } = call.object!
  const { page, perPage } = query
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<Row>(
      `select change.id, change.level, coalesce(campaign.name, company.name, '') as list_name, change.file_name,
              change.credited_leads as leads, change.credited_retail_e4 as retail_e4,
              change.credited_wholesale_e4 as wholesale_e4, change.created_at, change.undone_at
         from exclusion_change change
         left join campaign on campaign.agency_id = $1 and campaign.id = change.campaign_id
         left join company on company.id = change.list_id
        where change.agency_id = $1 and change.credited_leads > 0
        order by change.created_at desc, change.id desc limit ${perPage} offset ${(page - 1) * perPage}`,
      [agencyId],
    )
    const counts = await tx.query<{ total: number }>(
      'select count(*)::int as total from exclusion_change where agency_id = $1 and credited_leads > 0',
      [agencyId],
    )
    return toPage(rows.map(present), page, perPage, counts.rows[0]!.total)
  })
}

const present = (row: Row): ExclusionCredits => ({
  id: row.id,
  level: row.level,
  list_name: row.list_name,
  filename: row.file_name,
  leads: row.leads,
  retail: dollarsFromE4(row.retail_e4),
  wholesale: dollarsFromE4(row.wholesale_e4),
  created_at: row.created_at.toISOString(),
  undone_at: row.undone_at?.toISOString() ?? null,
})
