import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { AgencyReportRow, reportAgencies } from '#contract/reports/agencies.ts'
import { centsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { spansOf } from '#server/areas/leads/read/sum-leads.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'
import { today } from './days.ts'
import { readEnriched, withRevenueOf, type Enriched } from './enriched.ts'
import { periodOf } from './report-period.ts'

/** One page of agencies by name. The cost depends on the page and its days, not on the number of agencies (C055). */
export const handleReportAgencies: Handler<typeof reportAgencies> = async ({ params, query }, call) => {
  const { start, end } = periodOf(params, today(call.platform.clock))
  const [from_ms, to_ms] = [startOfDate_ms(start, reportTimeZone), endOfDate_ms(end, reportTimeZone)]
  const { rootId } = call.caller
  return call.inScope(async (tx) => {
    const agencies = await readPage(tx, rootId, { from_ms, to_ms }, query)
    const lists = await readEnriched(tx, { rootId, agencyId: null, clientId: null }, start, end)
    const rows = agencies.map((row) => present(row, lists))
    const { rows: totals } = await tx.query<{ agencies: number }>(
      'select companies as agencies from company_count where company_id = $1',
      [rootId],
    )
    const page = toPage(rows, query.page, query.perPage, totals[0]?.agencies ?? 0)
    return { ...page, start, end, time_zone: reportTimeZone }
  })
}

type CountedAgency = Omit<AgencyReportRow, 'wholesale_cents' | 'retail_cents'> & {
  wholesale_e4: number
  retail_e4: number
}

async function readPage(
  tx: Tx,
  rootId: string,
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
  { page, perPage }: { page: number; perPage: number },
): Promise<CountedAgency[]> {
  const spans = spansOf(from_ms, to_ms)
  const { rows } = await tx.query<CountedAgency>(
    `with agency as materialized (
       select id, name from company
        where root_id = $1 and kind = 'agency' and removed_at is null
        order by name, id limit ${perPage} offset ${(page - 1) * perPage}),
     made as materialized (
       select c.agency_id, sum(c.leads)::bigint as leads, sum(c.wholesale_e4)::bigint as wholesale_e4,
           sum(c.retail_e4)::bigint as retail_e4
         from agency
         cross join unnest($4::text[], $5::timestamptz[], $6::timestamptz[]) as span (grain, from_at, to_at)
         join lead_count c on c.agency_id = agency.id and c.of_id = agency.id and c.grain = span.grain
           and c.start_at >= span.from_at and c.start_at < span.to_at
        group by c.agency_id)
     select agency.id as company_id, agency.name as company_name, added.new_clients, running.active_campaigns,
       coalesce(made.leads, 0)::bigint as leads, coalesce(made.wholesale_e4, 0)::bigint as wholesale_e4,
       coalesce(made.retail_e4, 0)::bigint as retail_e4
     from agency
     cross join lateral (
       select count(*)::integer as new_clients from company client
        where client.agency_id = agency.id and client.kind = 'client' and client.removed_at is null
          and client.created_at >= $2 and client.created_at < $3) added
     cross join lateral (
       select coalesce(sum(active_campaigns), 0)::integer as active_campaigns from company_count
        where agency_id = agency.id and client_id is not null) running
     left join made on made.agency_id = agency.id
     order by agency.name, agency.id`,
    [rootId, dateOf(from_ms), dateOf(to_ms), spans.grains, spans.from, spans.to],
  )
  return rows
}

/** Revenue of its leads and its clients' enriched lists. */
function present({ wholesale_e4, retail_e4, ...row }: CountedAgency, lists: readonly Enriched[]): AgencyReportRow {
  const ownLists = lists.filter(({ agencyId }) => agencyId === row.company_id)
  const revenue = withRevenueOf({ wholesale_e4, retail_e4 }, ownLists)
  return {
    ...row,
    wholesale_cents: centsFromE4(revenue.wholesale_e4),
    retail_cents: centsFromE4(revenue.retail_e4),
  }
}
