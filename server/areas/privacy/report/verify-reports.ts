import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'
import type { Figures } from './figures.ts'

interface VerifiedReports {
  reports: number
  /** The last day of any report, in milliseconds since 1970; null while there is none. */
  lastDay_ms: number | null
  /** Reports that were changed or are missing. */
  broken: string[]
  /** Days on which somebody was identified who should not have been. */
  identified: string[]
}

/** Recomputes each report's hash from the one before, and looks for days on which something went wrong. */
export async function verifyPrivacyReports(appPool: Pool, rootIds: readonly string[]): Promise<VerifiedReports> {
  const all: VerifiedReports = { reports: 0, lastDay_ms: null, broken: [], identified: [] }
  for (const rootId of rootIds) {
    const { rows } = await inScope(
      appPool,
      { kind: 'root', rootId },
      (tx) =>
        tx.query<{ agency_id: string; day: string; figures: string; is_right: boolean; follows: boolean }>(walkText, [
          rootId,
        ]),
      { readOnly: true, statementTimeout_ms: 60_000 },
    )
    for (const { agency_id, day, figures, is_right, follows } of rows) {
      all.reports += 1
      all.lastDay_ms = Math.max(all.lastDay_ms ?? 0, Date.parse(day))
      if (!is_right || !follows) all.broken.push(`${agency_id}, ${day}`)
      else if ((JSON.parse(figures) as Figures).identified > 0) all.identified.push(`${agency_id}, ${day}`)
    }
  }
  return all
}

const walkText = `
  select agency_id, day::text, figures,
    hash = encode(sha256(convert_to(concat_ws(E'\\n', previous_hash, agency_id::text, day::text, figures), 'UTF8')), 'hex') as is_right,
    previous_hash = coalesce(lag(hash) over chain, '') as follows
  from privacy_report where root_id = $1
  window chain as (partition by agency_id order by day)
  order by agency_id, day`
