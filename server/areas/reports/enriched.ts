import { enrichmentModule } from '#contract/campaigns/modules.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'

/** The lists' owner: an operator (no agency), one client, or all clients of an agency. */
export interface EnrichedOf {
  rootId: string
  agencyId: string | null
  clientId: string | null
}

/** Revenue of enriched lists, retail and wholesale, as booked. */
export interface Enriched {
  agencyId: string
  clientId: string
  campaignId: string | null
  date: string
  retail_e4: number
  wholesale_e4: number
}

/** Money that a report counts as revenue. */
interface Revenue {
  wholesale_e4: number
  retail_e4: number
}

/**
 * The one definition of revenue for reports that group leads: what leads earned, and what enriched lists earned in the same
 * group. A list counts no leads and no visits.
 */
export function withRevenueOf<Sums extends Revenue>(sums: Sums, lists: readonly Revenue[]): Sums {
  const sum = (leg: keyof Revenue): number => lists.reduce((total, list) => total + list[leg], sums[leg])
  return { ...sums, wholesale_e4: sum('wholesale_e4'), retail_e4: sum('retail_e4') }
}

/** Whether a report of this module includes enrichment, which is sold at this module's price. Null means every module. */
export const holdsEnriched = (module: string | null): boolean => module === null || module === enrichmentModule

/**
 * What enrichment earned on some days, by the day on which a list was bought. Reports add it to what leads earned, so that
 * revenue and margin are whole; leads are counted without it.
 */
export async function readEnriched(
  tx: Tx,
  { rootId, agencyId, clientId }: EnrichedOf,
  first: string,
  last: string,
): Promise<Enriched[]> {
  const { rows } = await tx.query<Enriched>(
    `select agency_id as "agencyId", client_id as "clientId", campaign_id as "campaignId",
            (bought_at at time zone '${reportTimeZone}')::date::text as date,
            sum(retail_price_e4 * people)::bigint as retail_e4, sum(wholesale_price_e4 * people)::bigint as wholesale_e4
       from enrichment
      where root_id = $1 and ($2::uuid is null or agency_id = $2) and ($3::uuid is null or client_id = $3)
        and bought_at >= $4 and bought_at < $5
      group by 1, 2, 3, 4`,
    [
      rootId,
      agencyId,
      clientId,
      dateOf(startOfDate_ms(first, reportTimeZone)),
      dateOf(endOfDate_ms(last, reportTimeZone)),
    ],
  )
  return rows
}
