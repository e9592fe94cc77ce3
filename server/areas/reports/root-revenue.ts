import { enrichmentModule, modules, type Module } from '#contract/campaigns/modules.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { readRootRevenue, RevenueSums } from '#contract/reports/analytics.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { comparedSums, comparisonOf, isCovered } from './comparison.ts'
import { today } from './days.ts'
import { readEnriched, withRevenueOf } from './enriched.ts'
import { countedDays, daySpans, readOpenDays } from './report-days.ts'
import { datesFrom, periodOf } from './report-period.ts'

interface Group extends RevenueSums {
  date: string | null
  module: Module | null
  now: boolean
}

const nothing: RevenueSums = { leads: 0, wholesale_e4: 0, retail_e4: 0 }

/** The operator's revenue from leads and enriched lists, by day and module (C118), from kept days plus newer counts. */
export const handleReadRootRevenue: Handler<typeof readRootRevenue> = async ({ params }, call) => {
  const { rootId } = call.caller
  const period = periodOf(params, today(call.platform.clock))
  const [rows, lists, covers] = await call.inScope(async (tx) => {
    const open = await readOpenDays(tx, rootId, period.previousStart, period.end)
    const groups = await tx.query<Group>(
      `select day::text as date, module, now, sum(count)::bigint as leads, sum(wholesale_e4)::bigint as wholesale_e4,
         sum(retail_e4)::bigint as retail_e4
       from (
         select day, module, count, wholesale_e4, retail_e4, day >= $3::date as now from report_day
          where agency_id = $1 and of_id = $1 and day >= $2::date and day <= $4::date and reason = 'lead'
            and not (day = any($5::date[]))
         union all
         select day, module, count, wholesale_e4, retail_e4, day >= $3::date
           from (${countedDays(['$5', '$6', '$7'], 'campaign.root_id = $1')}) today where reason = 'lead') counted
       group by grouping sets ((now), (day, now), (module, now))`,
      [rootId, period.previousStart, period.start, period.end, ...daySpans(open)],
    )
    const of = { rootId, agencyId: null, clientId: null }
    return [
      groups.rows,
      await readEnriched(tx, of, period.previousStart, period.end),
      await isCovered(tx, rootId, rootId, null, period),
    ] as const
  })
  const sumOf = (isOf: (row: Group) => boolean): RevenueSums => {
    const { leads, wholesale_e4, retail_e4 } = rows.find(isOf) ?? nothing
    return { leads, wholesale_e4, retail_e4 }
  }
  const isNow = (list: { date: string }): boolean => list.date >= period.start
  const total = withRevenueOf(
    sumOf((row) => row.now && row.date === null && row.module === null),
    lists.filter(isNow),
  )
  const ofDate = (date: string): RevenueSums =>
    withRevenueOf(
      sumOf((row) => row.date === date),
      lists.filter((list) => list.date === date),
    )
  const ofModule = (module: Module): RevenueSums =>
    withRevenueOf(
      sumOf((row) => row.now && row.module === module),
      module === enrichmentModule ? lists.filter(isNow) : [],
    )
  const shownModules = modules.filter(
    (module) =>
      rows.some((row) => row.now && row.module === module) || (module === enrichmentModule && lists.some(isNow)),
  )
  const before = datesFrom(period.previousStart, period.length_days)
  const by_day = datesFrom(period.start, period.length_days).map((date, n) => ({
    date,
    ...ofDate(date),
    previous: ofDate(before[n]!),
  }))
  return {
    start: period.start,
    end: period.end,
    time_zone: reportTimeZone,
    total,
    comparison: comparisonOf(period, covers),
    ...comparedSums<RevenueSums>(by_day, period, nothing),
    by_module: shownModules.map((module) => ({ module, ...ofModule(module) })),
    by_day,
  }
}
