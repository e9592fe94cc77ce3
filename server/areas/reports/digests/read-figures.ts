import type { Tx } from '#server/platform/database/tx.ts'

/** What a company's days come to. Money is in 1/10,000 dollar: retail for a client, wholesale for an agency. */
export interface Figures {
  visits: number
  leads: number
  cost_e4: number
}

/** The last full days, and as many before them, as they were summed up. */
export async function readFigures(
  tx: Tx,
  { agencyId, companyId }: { agencyId: string; companyId: string },
  { before, start, end }: { before: string; start: string; end: string },
): Promise<{ now: Figures; earlier: Figures }> {
  const { rows } = await tx.query<Figures & { isNow: boolean }>(
    `select day >= $4::date as "isNow", sum(count)::integer as visits,
        coalesce(sum(count) filter (where reason = 'lead'), 0)::integer as leads,
        sum(case when client_id is null then wholesale_e4 else retail_e4 end)::float8 as cost_e4
       from report_day
      where agency_id = $1 and of_id = $2 and day >= $3::date and day <= $5::date
      group by 1`,
    [agencyId, companyId, before, start, end],
  )
  const of = (isNow: boolean): Figures => rows.find((row) => row.isNow === isNow) ?? { visits: 0, leads: 0, cost_e4: 0 }
  return { now: of(true), earlier: of(false) }
}
