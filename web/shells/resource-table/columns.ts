import type { ComponentType, ReactNode } from 'react'
import { id } from '#contract/core/ids.ts'
import type { SavedColumnName, SavedListName } from '#contract/views/saved-lists.ts'
import type { Format } from '../../i18n/format.ts'
import type { Text, Translate } from '../../i18n/texts.tsx'

export type ColumnSize =
  | 'widest'
  | 'wide'
  | 'normal'
  | 'number'
  | 'date'
  | 'time'
  | 'tickedTime'
  | 'status'
  | 'longStatus'
  | 'tick'
  | 'actions'
  | 'icons'
  | 'twoActions'
  | 'menu'

/** A value in a file of a list: a text, a number, a time, or nothing. */
export type FileValue = string | number | Date | null

/** What values in a file are said with. */
type FileWords = { t: Translate; format: Format }

export type Column<Row> = {
  key: string
  /** Column header, marked with `msg`; translated where it is shown. */
  header: Text
  /** `rows` are all rows shown, for cells that depend on the rest of the column. */
  cell: (row: Row, rows: readonly Row[]) => ReactNode
  /** The same in a file of the list, for lists with saved views; a column without it is in no file. */
  text?: (row: Row, words: FileWords) => FileValue
  /** Makes the column sortable; the sort key that the call takes. */
  sortKey?: string
  /** Numbers and money are aligned to the end. */
  align?: 'start' | 'end'
  /** Width; by default wide for the first column, and narrower for numbers and actions. */
  size?: ColumnSize
  /** Wraps long text onto up to three lines instead of truncating it: for text that the page is opened for. */
  wraps?: boolean
  /** Hides the column on narrower screens. On phones rows become cards, which show every column. */
  hideBelow?: 'md' | 'lg'
  /** Shown only where the reader chose it, for lists with a choice of columns. */
  isExtra?: true
  /** Stays in its place, whatever the reader chooses: what names the row, or its actions. */
  isPinned?: true
}

/** A column of a list whose views can be saved: its name is stored, unless it stays in its place. */
export type SavedColumn<Row, List extends SavedListName> = Column<Row> &
  ({ key: SavedColumnName<List>; isPinned?: never } | { isPinned: true })

export type FilterControlProps = {
  label: string
  /** Class that gives it the same width as the other filters. */
  className: string | undefined
  /** An id, or `all`. */
  value: string
  onChange: (value: string) => void
}

export type Filter = {
  /** Its key in the URL and in `query.filters`. */
  key: string
  label: Text
  /** Shown once somebody asks for more filters, or while it is active. */
  isRare?: true
  /** Chosen in a drawer of the page, which shows its control; the toolbar shows none. */
  isInDrawer?: true
} & (
  | {
      /** The table adds `all`. */
      options: readonly { value: string; label: Text }[]
      /** Label of `all`, such as "All statuses". */
      all: Text
    }
  | {
      /** Selects something stored on the server, by id unless `isValue` is given. */
      control: ComponentType<FilterControlProps>
      /** Shows the chosen value as text, where the list names its filters. */
      chosen: ComponentType<{ value: string }>
      isValue?: (value: string) => boolean
    }
)

/** Whether a value from the URL, which the user may have edited, is valid for the filter. */
export const canChoose = (filter: Filter, value: string): boolean =>
  'options' in filter
    ? filter.options.some((option) => option.value === value)
    : (filter.isValue?.(value) ?? id.safeParse(value).success)
