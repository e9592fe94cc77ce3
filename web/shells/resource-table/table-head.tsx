import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { useT } from '../../i18n/texts.tsx'
import type { Column } from './columns.ts'
import type { TableState } from './table-state.ts'
import styles from './resource-table.module.css'

const directions = { asc: 'ascending', desc: 'descending', all: 'none' } as const

export function TableHead<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: TableState }) {
  const t = useT()
  return (
    <thead className={styles.head} role="rowgroup">
      <tr role="row">
        {columns.map(({ key, header, size, align, hideBelow, sortKey }) => {
          const order = sortKey && state.query.sort === sortKey ? state.query.order : 'all'
          return (
            <th
              key={key}
              scope="col"
              role="columnheader"
              data-align={align}
              data-hide={hideBelow}
              aria-sort={sortKey ? directions[order] : undefined}
            >
              {sortKey ? (
                <button
                  type="button"
                  className={styles.sort}
                  data-order={order}
                  onClick={() => state.cycleSort(sortKey)}
                >
                  {t(header)}
                  <SortSign order={order} />
                </button>
              ) : size === 'tick' ? (
                // A checkbox needs no name above it, and a column as narrow has no room for one.
                <VisuallyHidden>{t(header)}</VisuallyHidden>
              ) : (
                t(header)
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function SortSign({ order }: { order: 'asc' | 'desc' | 'all' }) {
  const Sign = order === 'asc' ? IconArrowUp : order === 'desc' ? IconArrowDown : IconArrowsSort
  return <Sign size={13} stroke={1.9} aria-hidden className={styles.sortSign} />
}
