import { maxNamed } from '#contract/reports/dashboard.ts'
import type { ListScope } from '#server/areas/tenants/list-scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lastComparedDays } from './comparison.ts'
import type { Period } from './report-period.ts'

interface SourceRow {
  /** Empty if unknown. */
  source: string
  leads: number
  compared_leads: number
  previous_leads: number
}

/** More than are named, because some become one when they are decoded. */
const maxRead = 10 * maxNamed

/** Where the visitors who became leads came from, the most frequent first, from `lead_source_day`. */
export async function readSources(
  tx: Tx,
  { agencyId, clientId }: ListScope,
  module: string | null,
  period: Period,
): Promise<SourceRow[]> {
  const last = lastComparedDays(period)
  const { rows } = await tx.query<SourceRow>(
    `select * from (
       select source, coalesce(sum(leads) filter (where day >= $4::date), 0)::bigint as leads,
         coalesce(sum(leads) filter (where day >= $4::date and day <= $7::date), 0)::bigint as compared_leads,
         coalesce(sum(leads) filter (where day < $4::date and day <= $8::date), 0)::bigint as previous_leads
       from lead_source_day
       where agency_id = $1 and of_id = $2 and ($3::text is null or module = $3) and day >= $5::date and day <= $6::date
       group by source
       order by leads desc, source limit ${maxRead}) counted
     where leads > 0 order by leads desc, source`,
    [agencyId, clientId ?? agencyId, module, period.start, period.previousStart, period.end, last.now, last.before],
  )
  return mergeEqual(rows.map((row) => ({ ...row, source: decoded(row.source) }))).slice(0, maxNamed)
}

/** One row for each source, also if its URLs encode it in different ways. */
function mergeEqual(rows: readonly SourceRow[]): SourceRow[] {
  const bySource = new Map<string, SourceRow>()
  for (const { source, leads, compared_leads, previous_leads } of rows) {
    const same = bySource.get(source)
    bySource.set(source, {
      source,
      leads: leads + (same?.leads ?? 0),
      compared_leads: compared_leads + (same?.compared_leads ?? 0),
      previous_leads: previous_leads + (same?.previous_leads ?? 0),
    })
  }
  return [...bySource.values()].toSorted((one, other) => other.leads - one.leads)
}

/** Control and formatting characters, which could make a name look like another one. */
const hiddenCharacter = /\p{C}/u

/** A source as people wrote it: URLs encode spaces and letters other than English ones. One of spaces is unknown. */
function decoded(source: string): string {
  try {
    const text = decodeURIComponent(source.replaceAll('+', ' ')).trim()
    return hiddenCharacter.test(text) ? source : text
  } catch {
    return source
  }
}
