import type { readKnownColumns } from '#contract/enrichment/enrichments.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** The number of newest lists to look at: frequent uploads reuse their column names. */
const lists = 20

/** The last choice for each heading: the newest list wins. Empty for an agency, because lists belong to clients. */
export const handleKnownColumns: Handler<typeof readKnownColumns> = ({ params }, call) =>
  call.inScope(async (tx) => {
    const { rows } = await tx.query<{ columns: string[]; fields: string[] }>(
      `select columns, fields from enrichment where agency_id = $1 and client_id = $2 and fields is not null
        order by created_at desc, id desc limit ${lists}`,
      [call.object!.agencyId, params.companyId],
    )
    const fieldOf = new Map<string, string>()
    for (const { columns, fields } of rows)
      for (const [at, heading] of columns.entries()) if (!fieldOf.has(heading)) fieldOf.set(heading, fields[at]!)
    return { result: 'success' as const, data: [...fieldOf].map(([heading, field]) => ({ heading, field })) }
  })
