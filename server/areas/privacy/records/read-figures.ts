import type { YearFigures } from '#contract/privacy/records.ts'
import { readCycles } from '#server/areas/identity/deletions/read-cycles.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { Pool } from 'pg'

/** Readings of the platform within the years of which requests are kept; one comes every month. */
const maxCycles = 60

/**
 * What each year's requests became, by kind, the newest year first: of one agency's brand, or of all brands (`agencyId` null). Years are
 * UTC's. Whoever never confirmed the address is counted apart: nobody could verify the request.
 */
export async function readFigures(tx: Tx, rootId: string, agencyId: string | null): Promise<YearFigures[]> {
  const { rows } = await tx.query<YearFigures>(
    `with request as (
       select extract(year from received_at at time zone 'UTC')::int as year, kind, coalesce(appeal_outcome, outcome, 'done') as outcome,
              done_at is not null as is_answered, kind <> 'opt_out' and proved_at is null as is_unverified,
              extract(epoch from done_at - received_at) / 86400.0 as days
         from privacy_request where root_id = $1 and ($2::uuid is null or agency_id = $2))
     select year, kind, count(*)::int as received,
            count(*) filter (where is_answered and outcome = 'done')::int as complied,
            count(*) filter (where is_answered and outcome = 'refused')::int as denied,
            count(*) filter (where is_unverified)::int as unverified,
            count(*) filter (where not is_answered and not is_unverified)::int as open,
            round(avg(days)::numeric, 1)::float8 as mean_days,
            round((percentile_cont(0.5) within group (order by days))::numeric, 1)::float8 as median_days
       from request group by year, kind order by year desc, array_position('{opt_out,see,delete,correct}'::text[], kind)`,
    [rootId, agencyId],
  )
  return rows
}

/** Rows of the deletion platform by year, for whoever runs the program: they are about no brand. */
export async function readPlatformFigures(identityPool: Pool): Promise<YearFigures[]> {
  const { cycles } = await readCycles(identityPool, { limit: maxCycles, offset: 0 })
  const years = groupBy(
    cycles.filter(({ rows }) => rows > 0),
    ({ started_at }) => started_at.getUTCFullYear(),
  )
  return [...years].map(([year, some]) => {
    const sum = (of: 'rows' | 'rows_deleted' | 'rows_opted_out' | 'rows_not_found'): number =>
      some.reduce((total, cycle) => total + cycle[of], 0)
    const finishedCycles = some.filter(({ finished_at }) => finished_at !== null)
    const days = finishedCycles.map(
      ({ started_at, finished_at }) => (finished_at!.getTime() - started_at.getTime()) / 86_400_000,
    )
    const roundOff = (value: number | undefined): number | null =>
      value === undefined ? null : Math.round(value * 10) / 10
    return {
      year,
      kind: 'platform' as const,
      received: sum('rows'),
      complied: sum('rows_deleted') + sum('rows_opted_out'),
      denied: 0,
      unverified: sum('rows_not_found'),
      open: some.filter(({ finished_at }) => finished_at === null).reduce((total, { rows }) => total + rows, 0),
      mean_days: roundOff(days.length === 0 ? undefined : days.reduce((a, b) => a + b, 0) / days.length),
      median_days: roundOff(medianOf(days)),
    }
  })
}

function medianOf(values: readonly number[]): number | undefined {
  const inOrder = values.toSorted((a, b) => a - b)
  const middle = Math.floor(inOrder.length / 2)
  return inOrder.length % 2 === 0 && inOrder.length > 0
    ? (inOrder[middle - 1]! + inOrder[middle]!) / 2
    : inOrder[middle]
}
