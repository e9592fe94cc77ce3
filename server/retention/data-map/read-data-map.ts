import { erasures, retainedTables } from '#server/areas/companies/purge/erasures.ts'
import { retentions } from '../lines.ts'
import { ofCompaniesAndMoney } from './of-companies.ts'
import { ofUsers } from './of-users.ts'
import { ofVisitors } from './of-visitors.ts'
import { dataClasses, purposes, subjects, type DataClass, type TableLine } from './table-line.ts'

/** What is held in one table, in words. */
export interface MappedTable {
  table: string
  about: string
  purpose: string
  columns: { column: string; class: string }[]
  kept: string
  erased: string
}

const day_ms = 86_400_000
const namesIn = (columns: string): string[] => columns.split(/\s+/)

export const linesOfTables: Readonly<Record<string, TableLine>> = { ...ofVisitors, ...ofUsers, ...ofCompaniesAndMoney }

/** Every table with personal data, by name. Retention and erasure come from the lists that carry them out wherever these know the table. */
export const readDataMap = (): MappedTable[] =>
  Object.entries(linesOfTables)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([table, line]) => ({
      table,
      about: subjects[line.about],
      purpose: purposes[line.purpose],
      columns: Object.entries(line.personal).flatMap(([kind, columns]) =>
        namesIn(columns).map((column) => ({ column, class: dataClasses[kind as DataClass] })),
      ),
      kept: keptOf(table, line),
      erased: erasedOf(table, line),
    }))

/** Columns that have a line, whether or not they hold personal data. */
export const columnsOf = ({ personal, plain }: TableLine): string[] =>
  [...Object.values(personal), ...(plain === undefined ? [] : [plain])].flatMap(namesIn)

const isPurged = (table: string): boolean => erasures.some((erasure) => erasure.table === table)

/** Throws if nobody says how long a table is kept. */
function keptOf(table: string, { kept }: TableLine): string {
  const retention = retentions.find(({ what }) => what === kept)
  if (retention) return [retention.what, durationOf(retention.retention_ms)].join(': ')
  if (kept !== undefined) return kept
  if (isPurged(table)) return 'as long as the company or account, and 30 days after its removal'
  throw new Error(`${table}: say how long it is kept`)
}

/** Throws if a person’s data in a table cannot be erased, and nobody says why. */
function erasedOf(table: string, { erased }: TableLine): string {
  const reason = retainedTables[table]
  const ways = [
    erased,
    isPurged(table) ? 'With the purge of its company' : undefined,
    reason && `Not purged: ${reason}`,
  ]
  const textsOfWays = ways.filter((way) => way !== undefined)
  if (textsOfWays.length === 0) throw new Error(`${table}: say how it is erased`)
  return textsOfWays.join('. ').replaceAll('..', '.')
}

function durationOf(duration_ms: number): string {
  if (duration_ms === 0) return 'until it expires'
  const [count, unit] =
    duration_ms < 3_600_000
      ? [duration_ms / 60_000, 'minute']
      : duration_ms < day_ms
        ? [duration_ms / 3_600_000, 'hour']
        : [duration_ms / day_ms, 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
