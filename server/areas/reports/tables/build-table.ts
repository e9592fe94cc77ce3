import { modules } from '#contract/campaigns/modules.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { reasons } from '#contract/leads/reasons.ts'
import { listsKey } from '#contract/reports/table-names.ts'
import { maxReportRows, type ReportTable } from '#contract/reports/tables.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { datesFrom } from '../report-period.ts'
import { readSums, type SumsQuery, type RowSums } from './read-sums.ts'
import { addSums, columnsOf, zeroSums, valuesOf, type Sums } from './sums.ts'

/** The parameters of a report. */
export interface ReportTableQuery extends SumsQuery {
  /** Whether it includes wholesale cost and margin. */
  withCosts: boolean
}

/** Builds a report as shown, mailed and shared, with the same figures everywhere. `most` is how many rows it lists. */
export async function buildTable(tx: Tx, query: ReportTableQuery, most: number = maxReportRows): Promise<ReportTable> {
  const { kind, period, withCosts } = query
  const columns = columnsOf(kind, withCosts)
  const lines = inOrder(query, await readSums(tx, query))
  const all = sumAll(lines.map(([, { now }]) => now))
  const allBefore = sumAll(lines.map(([, { before }]) => before))
  const shownLines = lines.slice(0, most)
  const names = await readNames(
    tx,
    query,
    shownLines.map(([key]) => key).filter((key) => key !== listsKey),
  )
  return {
    kind,
    start: period.start,
    end: period.end,
    time_zone: reportTimeZone,
    columns,
    rows: shownLines.map(([key, { now, before }]) => ({
      key,
      name: names.get(key)?.name ?? null,
      detail: names.get(key)?.detail ?? null,
      values: valuesOf(columns, now, all),
      previous: valuesOf(columns, before, allBefore),
    })),
    hidden_rows: lines.length - shownLines.length,
    total: valuesOf(columns, all, all),
    previous_total: valuesOf(columns, allBefore, allBefore),
  }
}

const sumAll = (parts: readonly Sums[]): Sums => parts.reduce(addSums, zeroSums)

type Keyed = [key: string, sums: RowSums]

function inOrder({ kind, period }: ReportTableQuery, sums: Map<string, RowSums>): Keyed[] {
  const none: RowSums = { now: zeroSums, before: zeroSums }
  if (kind === 'days') {
    const before = datesFrom(period.previousStart, period.length_days)
    return datesFrom(period.start, period.length_days).map((date, n) => [
      date,
      { now: (sums.get(date) ?? none).now, before: (sums.get(before[n]!) ?? none).before },
    ])
  }
  if (kind === 'modules' || kind === 'funnel') {
    const order: readonly string[] = kind === 'modules' ? modules : reasons
    return order.flatMap((key): Keyed[] => (sums.has(key) ? [[key, sums.get(key)!]] : []))
  }
  return [...sums].toSorted(
    ([oneKey, one], [otherKey, other]) =>
      other.now.leads - one.now.leads ||
      other.now.visits - one.now.visits ||
      other.before.leads - one.before.leads ||
      (oneKey < otherKey ? -1 : 1),
  )
}

interface Named {
  name: string
  detail: string | null
}

/** Campaigns with their clients, and clients, including removed ones, whose leads still count. */
async function readNames(tx: Tx, { kind, scope }: ReportTableQuery, keys: string[]): Promise<Map<string, Named>> {
  const text =
    kind === 'campaigns'
      ? `select campaign.id::text as key, campaign.name, client.name as detail from campaign
           join company client on client.id = campaign.client_id
          where campaign.agency_id = $1 and campaign.id = any($2::uuid[])`
      : kind === 'clients'
        ? `select id::text as key, name, null as detail from company where agency_id = $1 and id = any($2::uuid[])`
        : null
  if (text === null || keys.length === 0) return new Map()
  const { rows } = await tx.query<Named & { key: string }>(text, [scope.agencyId, keys])
  return new Map(rows.map(({ key, ...names }) => [key, names]))
}
