import type { Comparison } from '#contract/reports/comparison.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { daysBefore } from './days.ts'
import type { Period } from './report-period.ts'

/** The last days, of a period and of the one before it, that are compared: days that are not over would always look worse. */
export const lastComparedDays = ({ start, end, openDays }: Period): { now: string; before: string } => ({
  now: daysBefore(end, openDays),
  before: daysBefore(start, 1 + openDays),
})

export const comparisonOf = ({ openDays, length_days }: Period, isCovered: boolean): Comparison => {
  if (openDays >= length_days) return 'none'
  if (!isCovered) return 'new'
  return openDays > 0 ? 'without_today' : 'whole'
}

/** Adds up the days that are compared, and those before that correspond to them. */
export function comparedSums<Sums extends object>(
  days: readonly (Sums & { previous: Sums })[],
  { openDays }: Period,
  nothing: Sums,
): { compared: Sums; previous: Sums } {
  const whole = days.slice(0, Math.max(0, days.length - openDays))
  const addUp = (parts: readonly Sums[]): Sums =>
    Object.fromEntries(
      (Object.keys(nothing) as (keyof Sums)[]).map((key) => [
        key,
        parts.reduce((sum, part) => sum + Number(part[key]), 0),
      ]),
    ) as Sums
  return { compared: addUp(whole), previous: addUp(whole.map(({ previous }) => previous)) }
}

/**
 * The companies or campaigns of these that had visits, searches or leads before a period's preceding days began, so that
 * these days are complete. A first day seldom is, so the day itself does not suffice.
 */
export async function readCovered(
  tx: Tx,
  agencyId: string,
  ids: readonly string[],
  module: string | null,
  { previousStart }: Period,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.query<{ id: string }>(
    // Leads are counted at once, the outcomes of visits an hour after their day.
    `select asked.id from unnest($2::uuid[]) as asked (id)
      where exists (select from report_day day where day.agency_id = $1 and day.of_id = asked.id and day.day < $3::date
                       and ($4::text is null or day.module = $4))
         or exists (select from lead_day day where day.agency_id = $1 and day.of_id = asked.id and day.day < $3::date
                       and ($4::text is null or day.module = $4))`,
    [agencyId, ids, previousStart, module],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The same for one of them. */
export const isCovered = async (
  tx: Tx,
  agencyId: string,
  id: string,
  module: string | null,
  period: Period,
): Promise<boolean> => (await readCovered(tx, agencyId, [id], module, period)).has(id)
