import type { ReportTable } from '#contract/reports/tables.ts'
import { columnNames, columnUnits } from '#contract/reports/table-names.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ChartCard } from '../figures/chart-card.tsx'

type Values = { values: readonly (number | null)[] }

const drawn = ['leads', 'visits', 'spend', 'margin', 'conversions'] as const

/** A report's daily figures, one measure at a time, compared with the previous period. */
export function DayChart({ table }: { table: ReportTable }) {
  const t = useT()
  const measures = drawn
    .map((column) => ({ column, at: table.columns.indexOf(column) }))
    .filter(({ at }) => at >= 0)
    .map(({ column, at }) => ({
      key: column,
      name: columnNames[column],
      isMoney: columnUnits[column] === 'money',
      valueOf: ({ values }: Values) => values[at] ?? 0,
    }))
  return (
    <ChartCard<Values>
      days={table.rows.map(({ key, values, previous }) => ({ date: key, values, previous: { values: previous } }))}
      measures={measures}
      names={{ now: t('This period'), before: t('Previous period') }}
    />
  )
}
