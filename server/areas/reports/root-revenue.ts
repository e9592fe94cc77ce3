import type { Module } from '#contract/campaigns/modules.ts'
import { enrichmentModule } from '#contract/enrichment/enrichments.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { readRootRevenue, RevenueSums } from '#contract/reports/analytics.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { today } from './days.ts'
import { readEnriched } from './enriched.ts'
import { countedDays, daySpans, readOpenDays } from './report-days.ts'
import { datesFrom, periodOf, type Period } from './report-period.ts'

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
  const rows = await call.inScope(async (tx) => {
    const open = await readOpenDays(tx, rootId, period.previousStart, period.end)
    const found = await tx.query<Group>(
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
    return [...found.rows, ...(await readLists(tx, rootId, period))]
  })
  const total = (isNow: boolean): RevenueSums =>
    addUp(rows.filter((row) => row.now === isNow && row.date === null && row.module === null))
  const ofDate = (date: string): RevenueSums => addUp(rows.filter((row) => row.date === date))
  const isNamed = (row: Group): row is Group & { module: Module } => row.now && row.module !== null
  const named = [...new Set(rows.filter(isNamed).map(({ module }) => module))]
  const before = datesFrom(period.previousStart, period.length_days)
  return {
    start: period.start,
    end: period.end,
    previous_start: period.previousStart,
    time_zone: reportTimeZone,
    total: total(true),
    previous: total(false),
    by_module: named.map((module) => ({
      module,
      ...addUp(rows.filter((row) => isNamed(row) && row.module === module)),
    })),
    by_day: datesFrom(period.start, period.length_days).map((date, n) => ({
      date,
      ...ofDate(date),
      previous: ofDate(before[n]!),
    })),
  }
}

const addUp = (parts: readonly RevenueSums[]): RevenueSums =>
  parts.reduce(
    (sum, part) => ({
      leads: sum.leads + part.leads,
      wholesale_e4: sum.wholesale_e4 + part.wholesale_e4,
      retail_e4: sum.retail_e4 + part.retail_e4,
    }),
    nothing,
  )

/** Revenue of enriched lists in the same groups: no leads, and attributed to the module at whose price they are sold. */
async function readLists(tx: Tx, rootId: string, { previousStart, start, end }: Period): Promise<Group[]> {
  const lists = await readEnriched(tx, { rootId, agencyId: null, clientId: null }, previousStart, end)
  return lists.flatMap(({ date, retail_e4, wholesale_e4 }) => {
    const sums = { leads: 0, retail_e4, wholesale_e4, now: date >= start }
    return [
      { ...sums, date: null, module: null },
      { ...sums, date, module: null },
      { ...sums, date: null, module: enrichmentModule },
    ]
  })
}
