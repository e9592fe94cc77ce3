import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/texts.tsx'
import type { Column } from './columns.ts'
import { openInPanel, type RowPanel } from './row-panel.ts'
import styles from './resource-table.module.css'

/** Skeleton rows on the first load, and when retrying a failed load (specification, constants: K034, K035). */
const FIRST_ROWS = 12
const ROWS_AGAIN = 3

type RowsProps<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowLink?: (row: Row) => string
  panel?: RowPanel
  /** Rows of the previous query, shown until the response arrives. */
  stale: boolean
  below?: Below
}

/** A form that edits one row, opened below it. */
export type Below = { key: string; content: ReactNode }

export function Rows<Row>({ columns, rows, rowKey, rowLink, panel, stale, below }: RowsProps<Row>) {
  const t = useT()
  // After the checkbox, which is nothing to open.
  const linkAt = columns[0]?.key === 'choose' ? 1 : 0
  return (
    <tbody role="rowgroup" data-stale={stale || undefined} className={styles.body}>
      {rows.map((row) => {
        const to = rowLink?.(row)
        const key = rowKey(row)
        return [
          <tr
            key={key}
            role="row"
            data-row={key}
            data-link={to ? true : undefined}
            aria-current={panel?.openKey === key || undefined}
          >
            {columns.map(({ key: column, header, cell, align, wraps, hideBelow }, index) => (
              <td
                key={column}
                role="cell"
                data-align={align}
                data-wraps={wraps || undefined}
                data-hide={hideBelow}
                data-actions={column === 'actions' || undefined}
                data-label={t(header)}
              >
                {to && index === linkAt ? (
                  <Link to={to} className={styles.link} onClick={panel && ((event) => openInPanel(event, panel, key))}>
                    {cell(row, rows)}
                  </Link>
                ) : (
                  <div className={styles.cell}>{cell(row, rows)}</div>
                )}
              </td>
            ))}
          </tr>,
          below?.key === key && (
            <tr key={`${key} below`} role="row" className={styles.below}>
              <td role="cell" colSpan={columns.length}>
                {below.content}
              </td>
            </tr>
          ),
        ]
      })}
    </tbody>
  )
}

export function SkeletonRows<Row>({ columns, again }: { columns: readonly Column<Row>[]; again: boolean }) {
  return (
    <tbody aria-hidden="true" className={styles.body}>
      {Array.from({ length: again ? ROWS_AGAIN : FIRST_ROWS }, (_, row) => (
        <tr key={row}>
          {columns.map(({ key, align, hideBelow }, index) => (
            <td key={key} data-align={align} data-hide={hideBelow}>
              <Skeleton height={12} width={`${index === 0 ? 62 : 38 + ((row * 7 + index * 13) % 30)}%`} my={5} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
