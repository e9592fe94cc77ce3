import type { ReportTable } from '#contract/reports/tables.ts'
import { columnNames, kindNames, mainColumn } from '#contract/reports/table-names.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { WideTable } from '../../../ui/wide-table.tsx'
import { ChangeBadge } from '../../../shells/figures/change-badge.tsx'
import { FigureLink } from '../../../shells/figures/figure-link.tsx'
import { goodDirection, shownValue } from './cells.ts'
import styles from './report-grid.module.css'
import type { ReportRows } from './report-rows.ts'

const ofNames: Readonly<Record<ReportTable['kind'], Text>> = {
  campaigns: msg('Campaign'),
  clients: msg('Client'),
  modules: msg('Module'),
  days: msg('Day'),
  funnel: msg('Stage'),
}

/** A report as a table whose rows are also drawn as bars, with a totals row. */
export function ReportGrid({
  table,
  nameOf,
  rowsOf,
}: {
  table: ReportTable
  nameOf: (key: string) => string
  /** The leads or visits behind a figure, for readers who have their lists. */
  rowsOf?: ReportRows
}) {
  const t = useT()
  const format = useFormat()
  const main = mainColumn(table)
  const at = table.columns.indexOf(main)
  const most = Math.max(1, ...table.rows.map(({ values }) => values[at] ?? 0))
  const label = t(kindNames[table.kind])
  return (
    <WideTable label={label} hasNames>
      <thead>
        <tr>
          <th scope="col">{t(ofNames[table.kind])}</th>
          {table.columns.map((column) => (
            <th key={column} scope="col" data-align="end">
              {t(columnNames[column])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ key, name, detail, values, previous, comparison, compared }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{name ?? nameOf(key)}</bdi>
              {detail && (
                <small className={styles.detail}>
                  <bdi>{detail}</bdi>
                </small>
              )}
              <Bar share={(values[at] ?? 0) / most} />
            </th>
            {table.columns.map((column, n) => (
              <td key={column} data-align="end">
                <FigureLink rows={values[n] ? rowsOf?.(column, key) : undefined}>
                  <bdi>{shownValue(values[n], column, format)}</bdi>
                </FigureLink>
                {column === main && (
                  <div>
                    <ChangeBadge
                      // Where everything is new, no row is.
                      comparison={table.comparison === 'new' ? 'none' : comparison}
                      now={compared}
                      before={previous[n] ?? 0}
                      goodWhen={goodDirection[column] ?? 'neither'}
                    />
                  </div>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('Total')}</th>
          {table.columns.map((column, n) => (
            <td key={column} data-align="end">
              <FigureLink rows={rowsOf?.(column, null)}>
                <bdi>{shownValue(table.total[n], column, format)}</bdi>
              </FigureLink>
            </td>
          ))}
        </tr>
      </tfoot>
    </WideTable>
  )
}
