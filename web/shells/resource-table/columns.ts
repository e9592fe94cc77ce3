import type { ComponentType, ReactNode } from 'react'
import { id } from '#contract/core/ids.ts'
import type { Text } from '../../i18n/texts.tsx'

export type ColumnSize =
  | 'wide'
  | 'normal'
  | 'number'
  | 'date'
  | 'time'
  | 'tickedTime'
  | 'status'
  | 'longStatus'
  | 'actions'
  | 'twoActions'
  | 'menu'

export type Column<Row> = {
  key: string
  /** The head, marked with `msg`: it is translated where it is shown. */
  header: Text
  /** `rows` are all that are shown, for what has to look alike in a column. */
  cell: (row: Row, rows: readonly Row[]) => ReactNode
  /** Makes the column sortable; what the call takes as its sort. */
  sortKey?: string
  /** Numbers and money are aligned to the end of their column. */
  align?: 'start' | 'end'
  /** Its room, where it differs from what follows from its place: wide for the first, less for numbers and actions. */
  size?: ColumnSize
  /** Leaves the column out on screens narrower than this; on phones rows are cards and show all columns again. */
  hideBelow?: 'md' | 'lg'
}

export type FilterControlProps = {
  label: string
  /** Gives it the width of its neighbors. */
  className: string | undefined
  /** An id, or `all`. */
  value: string
  onChange: (value: string) => void
}

export type Filter = {
  /** Its name in the address and in `query.filters`. */
  key: string
  label: Text
} & (
  | {
      /** `all` is added by the table. */
      options: readonly { value: string; label: Text }[]
      /** What `all` is called: All statuses. */
      all: Text
    }
  | {
      /** Chooses among things of the server's, by id, or as `isValue` says. */
      control: ComponentType<FilterControlProps>
      isValue?: (value: string) => boolean
    }
)

/** Whether an address, which may have been edited, names something that can be chosen. */
export const canChoose = (filter: Filter, value: string): boolean =>
  'options' in filter
    ? filter.options.some((option) => option.value === value)
    : (filter.isValue?.(value) ?? id.safeParse(value).success)
