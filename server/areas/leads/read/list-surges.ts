import { maxSurges, weeksBefore, type listSurges } from '#contract/leads/surges.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { CompanySums } from '../resolve/batch.ts'
import { isSurging, sumsAround } from '../surges.ts'

interface SurgeLine extends CompanySums {
  company: string
  clientId: string
  clientName: string
  visits: number
  searches: number
}

/** How many companies to check, most visits first; the rest are too small to be a surge. */
const maxCompared = 1_000

/** Surging companies of a client, or of all of an agency's clients, most visits first. */
export const handleListSurges: Handler<typeof listSurges> = async ({ query }, call) => {
  const { agencyId, clientId } = call.object!
  const now = dateOf(call.platform.clock.now())
  const { columns, condition } = sumsAround('$1')
  const { rows } = await call.inScope((tx) =>
    tx.query<SurgeLine>(
      `select summed.*, client.name as "clientName" from (
         select d.client_id as "clientId", d.company, ${columns},
                coalesce(sum(d.visits) filter (where d.day > ($1::timestamptz at time zone 'America/New_York')::date - 7), 0)::int as visits,
                coalesce(sum(d.searches) filter (where d.day > ($1::timestamptz at time zone 'America/New_York')::date - 7), 0)::int as searches
           from company_day d where d.agency_id = $2 and ($3::uuid is null or d.client_id = $3) and ${condition}
          group by d.client_id, d.company order by recent desc, d.company limit ${maxCompared}) summed
         join company client on client.id = summed."clientId" and client.removed_at is null
        order by summed.recent desc, summed.company`,
      [now, agencyId, clientId],
    ),
  )
  const data = rows
    .filter((row) => isSurging(row, query.percent))
    .slice(0, maxSurges)
    .map((row) => ({
      company: row.company,
      companyId: row.clientId,
      company_name: row.clientName,
      visits: row.visits,
      searches: row.searches,
      usual: row.before / weeksBefore,
    }))
  return { result: 'success' as const, data }
}
