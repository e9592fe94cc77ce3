import { enrichmentModule } from '#contract/campaigns/modules.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { listsKey, type ReportKind } from '#contract/reports/table-names.ts'
import { matchedReasons } from '#contract/leads/reasons.ts'
import type { ListScope } from '#server/areas/tenants/list-scope.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'
import { lastComparedDays } from '../comparison.ts'
import { holdsEnriched, readEnriched } from '../enriched.ts'
import { countedDays, daySpans, readOpenDays, sumsOf } from '../report-days.ts'
import type { Period } from '../report-period.ts'
import { addSums, zeroSums, type Sums } from './sums.ts'

export interface SumsQuery {
  scope: ListScope
  kind: ReportKind
  /** Null for every module. */
  module: string | null
  period: Period
}

/** The sums of one row, for the period and the preceding period, and for the days of each that are compared. */
export interface RowSums {
  now: Sums
  before: Sums
  comparedNow: Sums
  comparedBefore: Sums
}

export const zeroRow: RowSums = { now: zeroSums, before: zeroSums, comparedNow: zeroSums, comparedBefore: zeroSums }

interface Row extends Partial<Sums> {
  key: string
  now: boolean
  /** Whether it is a part of what is compared. */
  compared: boolean
}

/**
 * The rows of a report by key: campaign, client, module, day, or reason. Past days are read from `report_day`, the others
 * are summed by the statement. A day of the preceding period has its own date as key,
 * with an empty `now`.
 */
export async function readSums(tx: Tx, query: SumsQuery): Promise<Map<string, RowSums>> {
  const sumsByKey = new Map<string, RowSums>()
  for (const rows of [
    await readCounted(tx, query),
    await readEnrichedRows(tx, query),
    await readConversions(tx, query),
  ]) {
    for (const { key, now, compared, ...part } of rows) {
      const row = sumsByKey.get(key) ?? zeroRow
      const [all, whole] = now ? (['now', 'comparedNow'] as const) : (['before', 'comparedBefore'] as const)
      const sums = { ...zeroSums, ...part }
      sumsByKey.set(key, {
        ...row,
        [all]: addSums(row[all], sums),
        ...(compared && { [whole]: addSums(row[whole], sums) }),
      })
    }
  }
  return sumsByKey
}

/** The grouping key in `report_day` and in the statement's sums, and the owner whose `report_day` rows are read. */
const ways: Readonly<Record<ReportKind, { of: string; kept: string; open: string }>> = {
  campaigns: {
    of: `select id from campaign where agency_id = $1 and ($2::uuid is null or client_id = $2)`,
    kept: 'kept.of_id::text',
    open: 'campaign_id::text',
  },
  clients: {
    of: `select id from company where agency_id = $1 and kind = 'client' and ($2::uuid is null or id = $2)`,
    kept: 'kept.of_id::text',
    open: 'client_id::text',
  },
  modules: { of: 'select coalesce($2::uuid, $1::uuid) as id', kept: 'kept.module', open: 'module' },
  days: { of: 'select coalesce($2::uuid, $1::uuid) as id', kept: 'kept.day::text', open: 'day::text' },
  funnel: { of: 'select coalesce($2::uuid, $1::uuid) as id', kept: 'kept.reason', open: 'reason' },
}

async function readCounted(tx: Tx, { scope, kind, module, period }: SumsQuery): Promise<Row[]> {
  const { of, kept, open } = ways[kind]
  const days = await readOpenDays(tx, scope.rootId, period.previousStart, period.end)
  const last = lastComparedDays(period)
  const { rows } = await tx.query<Row>(
    `select key, day >= $5::date as now,
       day <= case when day >= $5::date then $11::date else $12::date end as compared, ${sumsOf('$10')}
     from (
       select ${kept} as key, kept.reason, kept.count, kept.wholesale_e4, kept.retail_e4, kept.day
         from (${of}) asked
         join report_day kept on kept.agency_id = $1 and kept.of_id = asked.id and kept.day >= $4::date
          and kept.day <= $6::date and not (kept.day = any($7::date[])) and ($3::text is null or kept.module = $3)
       union all
       select ${open}, reason, count, wholesale_e4, retail_e4, day
         from (${countedDays(['$7', '$8', '$9'], ownCampaigns)}) open) counted
     group by 1, 2, 3`,
    [
      scope.agencyId,
      scope.clientId,
      module,
      period.previousStart,
      period.start,
      period.end,
      ...daySpans(days),
      matchedReasons,
      last.now,
      last.before,
    ],
  )
  return rows
}

const ownCampaigns = `campaign.agency_id = $1 and ($2::uuid is null or campaign.client_id = $2)
  and ($3::text is null or campaign.module = $3)`

/** Revenue of enrichment, by client, day, or the campaign whose leads were enriched; uploaded lists have a row of their own. */
async function readEnrichedRows(tx: Tx, { scope, kind, module, period }: SumsQuery): Promise<Row[]> {
  if (kind === 'funnel' || !holdsEnriched(module)) return []
  const lists = await readEnriched(tx, scope, period.previousStart, period.end)
  const last = lastComparedDays(period)
  return lists.map((one) => {
    const key = {
      campaigns: one.campaignId ?? listsKey,
      clients: one.clientId,
      modules: enrichmentModule,
      days: one.date,
    }[kind]
    const sums = { enriched_retail_e4: one.retail_e4, enriched_wholesale_e4: one.wholesale_e4 }
    const now = one.date >= period.start
    return { key, now, compared: one.date <= (now ? last.now : last.before), ...sums }
  })
}

/** Conversions by their own day, with the value given by the thank-you page. */
async function readConversions(tx: Tx, { scope, kind, module, period }: SumsQuery): Promise<Row[]> {
  if (kind === 'funnel') return []
  const key = {
    campaigns: 'conversion.campaign_id::text',
    clients: 'conversion.client_id::text',
    modules: 'campaign.module',
    days: `(conversion.at at time zone '${reportTimeZone}')::date::text`,
  }[kind]
  const momentOf = (date: string): Date => dateOf(startOfDate_ms(date, reportTimeZone))
  const endOf = (date: string): Date => dateOf(endOfDate_ms(date, reportTimeZone))
  const last = lastComparedDays(period)
  const { rows } = await tx.query<Row>(
    `select ${key} as key, conversion.at >= $5::timestamptz as now,
       conversion.at < case when conversion.at >= $5::timestamptz then $7::timestamptz else $8::timestamptz end as compared,
       count(*)::bigint as conversions,
       coalesce(sum(conversion.value_cents), 0)::bigint * 100 as value_e4
     from conversion
     join campaign on campaign.agency_id = $1 and campaign.id = conversion.campaign_id
      and ($3::text is null or campaign.module = $3)
     where conversion.agency_id = $1 and ($2::uuid is null or conversion.client_id = $2)
       and conversion.at >= $4::timestamptz and conversion.at < $6::timestamptz
     group by 1, 2, 3`,
    [
      scope.agencyId,
      scope.clientId,
      module,
      momentOf(period.previousStart),
      momentOf(period.start),
      endOf(period.end),
      endOf(last.now),
      endOf(last.before),
    ],
  )
  return rows
}
