import { modules } from '#contract/campaigns/modules.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { reasons } from '#contract/leads/reasons.ts'
import type { Comparison } from '#contract/reports/comparison.ts'
import { listsKey, mainColumn } from '#contract/reports/table-names.ts'
import { maxReportRows, type ReportTable } from '#contract/reports/tables.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { datesFrom } from '../report-period.ts'
import { comparisonOf, isCovered, lastComparedDays, readCovered } from '../comparison.ts'
import { readSums, zeroRow, type SumsQuery, type RowSums } from './read-sums.ts'
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
  const all = sumAll(lines, 'now')
  const [comparedNow, comparedBefore] = [sumAll(lines, 'comparedNow'), sumAll(lines, 'comparedBefore')]
  const shownLines = lines.slice(0, most)
  const keys = shownLines.map(([key]) => key).filter((key) => key !== listsKey)
  const names = await readNames(tx, query, keys)
  const { ofTable, ofRow } = await readComparisons(tx, query, keys)
  const main = columns.indexOf(mainColumn(query))
  return {
    kind,
    start: period.start,
    end: period.end,
    time_zone: reportTimeZone,
    columns,
    rows: shownLines.map(([key, sums]) => ({
      key,
      name: names.get(key)?.name ?? null,
      detail: names.get(key)?.detail ?? null,
      values: valuesOf(columns, sums.now, all),
      // A chart of days also draws the whole day that corresponds to today.
      previous: valuesOf(columns, kind === 'days' ? sums.before : sums.comparedBefore, comparedBefore),
      comparison: ofRow(key),
      compared: valuesOf(columns, sums.comparedNow, comparedNow)[main] ?? 0,
    })),
    hidden_rows: lines.length - shownLines.length,
    total: valuesOf(columns, all, all),
    comparison: ofTable,
    compared_total: valuesOf(columns, comparedNow, comparedNow),
    previous_total: valuesOf(columns, comparedBefore, comparedBefore),
  }
}

type Keyed = [key: string, sums: RowSums]

const sumAll = (lines: readonly Keyed[], part: keyof RowSums): Sums =>
  lines.reduce((sums, [, row]) => addSums(sums, row[part]), zeroSums)

function inOrder({ kind, period }: ReportTableQuery, sums: Map<string, RowSums>): Keyed[] {
  if (kind === 'days') {
    const before = datesFrom(period.previousStart, period.length_days)
    return datesFrom(period.start, period.length_days).map((date, n) => {
      const [now, earlier] = [sums.get(date) ?? zeroRow, sums.get(before[n]!) ?? zeroRow]
      return [date, { ...now, before: earlier.before, comparedBefore: earlier.comparedBefore }]
    })
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

/** How the table is compared, and each row: a campaign, client or module may be newer than its agency. */
async function readComparisons(
  tx: Tx,
  query: ReportTableQuery,
  keys: readonly string[],
): Promise<{ ofTable: Comparison; ofRow: (key: string) => Comparison }> {
  const { kind, scope, module, period } = query
  const covers = await isCovered(tx, scope.agencyId, scope.clientId ?? scope.agencyId, module, period)
  const ofTable = comparisonOf(period, covers)
  if (kind === 'days') {
    const last = lastComparedDays(period)
    return { ofTable, ofRow: (date) => (date > last.now ? 'none' : comparisonOf({ ...period, openDays: 0 }, covers)) }
  }
  if (kind === 'funnel') return { ofTable, ofRow: () => ofTable }
  const older =
    kind === 'modules'
      ? await readCoveredModules(tx, query, keys)
      : await readCovered(tx, scope.agencyId, keys, module, period)
  return { ofTable, ofRow: (key) => (key === listsKey ? ofTable : comparisonOf(period, older.has(key))) }
}

/** The modules of these with earlier visits, searches or leads. */
async function readCoveredModules(
  tx: Tx,
  { scope, period }: ReportTableQuery,
  modulesShown: readonly string[],
): Promise<ReadonlySet<string>> {
  const older = new Set<string>()
  for (const module of modulesShown)
    if (await isCovered(tx, scope.agencyId, scope.clientId ?? scope.agencyId, module, period)) older.add(module)
  return older
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
