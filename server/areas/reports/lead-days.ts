import type { LeadSums } from '#contract/reports/dashboard.ts'
import { seesWholesale } from '#server/areas/leads/read/present.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { datesFrom, type Period } from './report-period.ts'

export interface Sums {
  leads: number
  /** Of leads and of enriched lists. */
  retail_e4: number
  wholesale_e4: number
  /** The part of `retail_e4` from enriched lists. */
  enriched_e4: number
}

export const nothing: Sums = { leads: 0, retail_e4: 0, wholesale_e4: 0, enriched_e4: 0 }

export const addUp = (parts: readonly Sums[]): Sums =>
  parts.reduce(
    (sum, part) => ({
      leads: sum.leads + part.leads,
      retail_e4: sum.retail_e4 + part.retail_e4,
      wholesale_e4: sum.wholesale_e4 + part.wholesale_e4,
      enriched_e4: sum.enriched_e4 + part.enriched_e4,
    }),
    nothing,
  )

/** Clients never see wholesale prices: the key itself is absent. */
export const presenterOf = ({ caller }: SignedInCall): ((sums: Sums) => LeadSums) =>
  seesWholesale(caller) ? withCost : withoutCost

const withoutCost = ({ leads, retail_e4, enriched_e4 }: Sums): LeadSums => ({ leads, retail_e4, enriched_e4 })
const withCost = ({ wholesale_e4, ...sums }: Sums): LeadSums => ({
  ...withoutCost({ ...sums, wholesale_e4 }),
  wholesale_e4,
})

interface DayRow extends Sums {
  date: string
}

/** The days, from the first to the last, on which a company or a campaign had leads (`lead_day`). */
export async function readLeadDays(
  tx: Tx,
  { agencyId, ofId, module }: { agencyId: string; ofId: string; module: string | null },
  first: string,
  last: string,
): Promise<Map<string, Sums>> {
  const { rows } = await tx.query<DayRow>(
    `select day::text as date, sum(leads)::bigint as leads, sum(retail_e4)::bigint as retail_e4,
       sum(wholesale_e4)::bigint as wholesale_e4, 0 as enriched_e4
     from lead_day
     where agency_id = $1 and of_id = $2 and ($3::text is null or module = $3) and state = ''
       and day >= $4::date and day <= $5::date
     group by day`,
    [agencyId, ofId, module, first, last],
  )
  return new Map(rows.map(({ date, ...sums }) => [date, sums]))
}

/** Every day of a period, each with the corresponding day of the period before. */
export function daysOf(days: ReadonlyMap<string, Sums>, { start, previousStart, length_days }: Period) {
  const ofDay = (date: string): Sums => days.get(date) ?? nothing
  const datesBefore = datesFrom(previousStart, length_days)
  return datesFrom(start, length_days).map((date, n) => ({ date, ...ofDay(date), previous: ofDay(datesBefore[n]!) }))
}
