import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { useT } from '../../i18n/texts.tsx'
import type { Column, ColumnSize } from './columns.ts'
import type { TableState } from './table-state.ts'
import styles from './resource-table.module.css'
import { WidthHandle } from './width-handle.tsx'

const directions = { asc: 'ascending', desc: 'descending', all: 'none' } as const

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  state: TableState
  /** Lets columns be dragged to another width. */
  onWidth?: ((key: string, width_rem: number) => void) | undefined
}

/** Columns of controls are as wide as those. */
const isFixed = (size: ColumnSize | undefined, key: string): boolean =>
  key === 'actions' || ['tick', 'actions', 'icons', 'twoActions', 'menu'].includes(size ?? '')

export function TableHead<Row>({ columns, state, onWidth }: TableHeadProps<Row>) {
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
              data-column={key}
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
              {onWidth && !isFixed(size, key) && <WidthHandle onWidth={(width) => onWidth(key, width)} />}
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
