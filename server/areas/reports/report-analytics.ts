import { enrichmentModule, modules, type Module } from '#contract/campaigns/modules.ts'
import { toPage } from '#contract/core/page.ts'
import { sentences } from '#contract/core/sentences.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { reasons, type Reason } from '#contract/leads/reasons.ts'
import type { AnalyticsRow, AnalyticsSums, readReportAnalytics } from '#contract/reports/analytics.ts'
import { matchedReasons } from '#contract/leads/reasons.ts'
import { moduleOf } from './module-of.ts'
import type { TenantPath } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { comparedSums, comparisonOf, isCovered, lastComparedDays } from './comparison.ts'
import { today } from './days.ts'
import { holdsEnriched, readEnriched, withRevenueOf, type Enriched } from './enriched.ts'
import { countedDays, daySpans, readOpenDays, sumsOf } from './report-days.ts'
import { datesFrom, periodOf, type Period } from './report-period.ts'

const nothing: AnalyticsSums = { visits: 0, matched: 0, leads: 0, wholesale_e4: 0, retail_e4: 0 }

/** Outcomes of visits and searches, for the operator or one agency (C117), from kept days plus newer counts. */
export const handleReadReportAnalytics: Handler<typeof readReportAnalytics> = async ({ params, query }, call) => {
  const of = call.object!
  if (of.clientId !== null) throw invalid('companyId', sentences.agenciesOnly)
  const period = periodOf(params, today(call.platform.clock))
  const module = moduleOf(params.moduleType)
  return call.inScope(async (tx) => {
    const figures = await readFigures(tx, of, module, period)
    const companies = await readCompanies(tx, of, query)
    const bySome = await readByCompany(tx, of, module, period, companies.rows)
    const lists = figures.lists.filter(({ date }) => date >= period.start)
    const ownLists = (id: string) =>
      lists.filter((list) => (of.agencyId === null ? list.agencyId : list.clientId) === id)
    const rows: AnalyticsRow[] = companies.rows.map((company) => ({
      ...company,
      ...withRevenueOf({ ...nothing, ...bySome.get(company.company_id) }, ownLists(company.company_id)),
    }))
    return {
      ...toPage(rows, query.page, query.perPage, companies.total),
      start: period.start,
      end: period.end,
      time_zone: reportTimeZone,
      ...figures.figures,
    }
  })
}

interface Group extends AnalyticsSums {
  /** Null except when grouped by day, module or reason. */
  date: string | null
  module: Module | null
  reason: Reason | null
  now: boolean
  /** Whether the day is compared; null except when grouped by reason. */
  compared: boolean | null
}

/** The company's sums: overall, by day, by module and by reason, for both periods. */
async function readGroups(tx: Tx, of: TenantPath, module: string | null, period: Period): Promise<Group[]> {
  const open = await readOpenDays(tx, of.rootId, period.previousStart, period.end)
  const last = lastComparedDays(period)
  const { rows } = await tx.query<Group>(
    `select day::text as date, module, reason, now, compared, ${sumsOf('$9')}
     from (
       select day, module, reason, count, wholesale_e4, retail_e4, day >= $3::date as now,
         day <= case when day >= $3::date then $10::date else $11::date end as compared from (
         select day, module, reason, count, wholesale_e4, retail_e4 from report_day
          where agency_id = $1 and of_id = $1 and day >= $2::date and day <= $4::date and not (day = any($5::date[]))
         union all
         select day, module, reason, count, wholesale_e4, retail_e4
           from (${countedDays(['$5', '$6', '$7'], isOwn(of, '$1'))}) today) both_parts
       where $8::text is null or module = $8) counted
     group by grouping sets ((now), (day, now), (module, now), (reason, now, compared))`,
    [
      of.agencyId ?? of.rootId,
      period.previousStart,
      period.start,
      period.end,
      ...daySpans(open),
      module,
      matchedReasons,
      last.now,
      last.before,
    ],
  )
  return rows
}

/** The same with the money of enriched lists. */
async function readFigures(tx: Tx, of: TenantPath, module: string | null, period: Period) {
  const rows = await readGroups(tx, of, module, period)
  const lists = holdsEnriched(module)
    ? await readEnriched(tx, { ...of, clientId: null }, period.previousStart, period.end)
    : []
  const listsNow: Enriched[] = lists.filter(({ date }) => date >= period.start)
  const ofDate = (day: string): AnalyticsSums =>
    withRevenueOf(
      strip(rows.find((row) => row.date === day)),
      lists.filter(({ date }) => date === day),
    )
  const shownModules = modules.filter(
    (one) => rows.some((row) => row.now && row.module === one) || (one === enrichmentModule && listsNow.length > 0),
  )
  const before = datesFrom(period.previousStart, period.length_days)
  const by_day = datesFrom(period.start, period.length_days).map((date, n) => ({
    date,
    ...ofDate(date),
    previous: ofDate(before[n]!),
  }))
  const owner = of.agencyId ?? of.rootId
  const covers = await isCovered(tx, owner, owner, module, period)
  const figures = {
    totals: withRevenueOf(
      strip(rows.find((row) => row.now && row.date === null && row.module === null && row.reason === null)),
      listsNow,
    ),
    comparison: comparisonOf(period, covers),
    ...comparedSums<AnalyticsSums>(by_day, period, nothing),
    by_module: shownModules.map((one) => ({
      module: one,
      ...withRevenueOf(
        strip(rows.find((row) => row.now && row.module === one)),
        one === enrichmentModule ? listsNow : [],
      ),
    })),
    by_day,
    funnel: funnelOf(rows),
  }
  return { figures, lists }
}

function funnelOf(rows: readonly Group[]) {
  const countOf = (reason: Reason, isOf: (row: Group) => boolean): number =>
    rows.reduce((sum, row) => (row.reason === reason && isOf(row) ? sum + row.visits : sum), 0)
  return reasons
    .map((reason) => ({
      reason,
      count: countOf(reason, (row) => row.now),
      compared_count: countOf(reason, (row) => row.now && row.compared === true),
      previous_count: countOf(reason, (row) => !row.now && row.compared === true),
    }))
    .filter(({ count, previous_count }) => count + previous_count > 0)
}

const isOwn = (of: TenantPath, parameter: string): string =>
  of.agencyId === null ? `campaign.root_id = ${parameter}` : `campaign.agency_id = ${parameter}`

const strip = (row: AnalyticsSums | undefined): AnalyticsSums =>
  row
    ? {
        visits: row.visits,
        matched: row.matched,
        leads: row.leads,
        wholesale_e4: row.wholesale_e4,
        retail_e4: row.retail_e4,
      }
    : nothing

interface Named {
  company_id: string
  company_name: string
}

/** One page of the agencies, or of one agency's clients, by name. */
async function readCompanies(
  tx: Tx,
  { rootId, agencyId }: TenantPath,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: Named[]; total: number }> {
  const { rows } = await tx.query<Named>(
    `select id as company_id, name as company_name from company
      where root_id = $1 and removed_at is null
        and ${agencyId === null ? `kind = 'agency' and $2::uuid is null` : `kind = 'client' and agency_id = $2`}
      order by name, id limit ${perPage} offset ${(page - 1) * perPage}`,
    [rootId, agencyId],
  )
  const { rows: counts } = await tx.query<{ companies: number }>(
    'select companies from company_count where company_id = $1',
    [agencyId ?? rootId],
  )
  return { rows, total: counts[0]?.companies ?? 0 }
}

/** The cost depends on the page times its days, plus today's campaigns of these companies. */
async function readByCompany(
  tx: Tx,
  of: TenantPath,
  module: string | null,
  { start, end }: Period,
  companies: readonly Named[],
): Promise<Map<string, AnalyticsSums>> {
  const open = await readOpenDays(tx, of.rootId, start, end)
  const key = of.agencyId === null ? 'agency_id' : 'client_id'
  const ownRows =
    of.agencyId === null ? 'of_id = asked.id and agency_id = asked.id' : 'of_id = asked.id and agency_id = $9'
  const { rows } = await tx.query<AnalyticsSums & { id: string }>(
    `select counted.id, ${sumsOf('$8')}
     from (
       select asked.id, kept.module, kept.reason, kept.count, kept.wholesale_e4, kept.retail_e4
         from unnest($1::uuid[]) as asked (id)
         join report_day kept on ${ownRows} and day >= $2::date and day <= $3::date and not (day = any($4::date[]))
       union all
       select ${key}, module, reason, count, wholesale_e4, retail_e4
         from (${countedDays(['$4', '$5', '$6'], `campaign.${key} = any($1::uuid[]) and ($9::uuid is null or campaign.agency_id = $9)`)}) today) counted
     where $7::text is null or counted.module = $7
     group by counted.id`,
    [companies.map(({ company_id }) => company_id), start, end, ...daySpans(open), module, matchedReasons, of.agencyId],
  )
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}
