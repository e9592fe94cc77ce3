import type { ReportTable } from '#contract/reports/tables.ts'
import { columnNames, type ReportColumn } from '#contract/reports/table-names.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ChangeBadge } from '../figures/change-badge.tsx'
import { FigureTile, FigureTiles } from '../figures/figure-tile.tsx'
import { goodDirection, shownValue } from './cells.ts'

const columns: readonly ReportColumn[] = [
  'visits',
  'match_rate',
  'leads',
  'cost_per_lead',
  'spend',
  'margin',
  'conversions',
  'return_on_spend',
]

/** A report's totals, each compared with the previous period. */
export function ReportFigures({ table }: { table: ReportTable }) {
  const t = useT()
  const format = useFormat()
  return (
    <FigureTiles label={t('Key metrics')}>
      {columns.flatMap((column) => {
        const at = table.columns.indexOf(column)
        if (at < 0) return []
        const [now, before] = [table.total[at] ?? null, table.previous_total[at] ?? null]
        return (
          <FigureTile
            key={column}
            label={t(columnNames[column])}
            note={t('Previous: {value}', { value: isolate(shownValue(before, column, format)) })}
            badge={
              now && before ? (
                <ChangeBadge now={now} before={before} goodWhen={goodDirection[column] ?? 'neither'} />
              ) : null
            }
          >
            {shownValue(now, column, format)}
          </FigureTile>
        )
      })}
    </FigureTiles>
  )
}
