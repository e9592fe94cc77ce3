import type { ReactNode } from 'react'
import type { Text } from '../../i18n/texts.tsx'

export type Column<Row> = {
  key: string
  /** The head, marked with `msg`: it is translated where it is shown. */
  header: Text
  cell: (row: Row) => ReactNode
  /** Makes the column sortable; what the call takes as its sort. */
  sortKey?: string
  /** Numbers and money stand at the end of their column. */
  align?: 'start' | 'end'
  /** Leaves the column out on screens narrower than this; on phones rows are cards and show all columns again. */
  hideBelow?: 'md' | 'lg'
}

export type Filter = {
  /** Its name in the address and in `query.filters`. */
  key: string
  label: Text
  /** `all` is added by the table. */
  options: readonly { value: string; label: Text }[]
}
