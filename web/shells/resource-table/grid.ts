import type { CSSProperties } from 'react'
import type { Column, ColumnSize } from './columns.ts'
import type { Widths } from './views/column-widths.ts'

/**
 * Column widths that do not depend on the rows: shares of the space left by fixed-width columns. A long name is
 * truncated and does not shift the layout.
 */
const rooms: Record<ColumnSize, string> = {
  /** Sentences. */
  widest: 'minmax(0, 4fr)',
  wide: 'minmax(0, 2.4fr)',
  normal: 'minmax(0, 1.5fr)',
  number: 'minmax(6rem, 1fr)',
  date: '7.75rem',
  /** A date and time. */
  time: '10rem',
  /** A date and time after a checkbox. */
  tickedTime: '12rem',
  status: 'minmax(8rem, 1.2fr)',
  /** A status of three words. */
  longStatus: 'minmax(10rem, 1.2fr)',
  /** A checkbox. */
  tick: '3.5rem',
  actions: '8rem',
  /** Six icons side by side, in up to two lines. */
  icons: '13rem',
  /** Two buttons with text, side by side. */
  twoActions: '13rem',
  /** Only a menu, without actions next to it. */
  menu: '5.5rem',
}

/** So many columns are readable side by side on a usual screen; more are scrolled to. */
export const fittingColumns = 9

type Sized = Pick<Column<never>, 'key' | 'size' | 'align' | 'hideBelow'>

function roomOf({ key, size, align }: Sized, index: number): string {
  if (size) return rooms[size]
  if (key === 'actions') return rooms.actions
  if (index === 0) return rooms.wide
  return align === 'end' ? rooms.number : rooms.normal
}

/** Where a reader gave a column its width, the others keep what they need at least, and the list scrolls. */
const room = (column: Sized, index: number, widths: Widths): string => {
  const width = widths[column.key]
  if (width !== undefined) return `${width}rem`
  const usual = roomOf(column, index)
  return Object.keys(widths).length > 0 ? usual.replace('minmax(0,', 'minmax(6rem,') : usual
}

const usualWidth_rem = 8

/** Grid templates for the style sheet: all columns, without `lg`, and without `lg` and `md`. */
export function gridOf(columns: readonly Sized[], widths: Widths = {}): CSSProperties {
  const all = columns.map((column, index) => ({ room: room(column, index, widths), hideBelow: column.hideBelow }))
  const wide_rem = columns.reduce((sum, { key }) => sum + (widths[key] ?? usualWidth_rem), 0)
  const text = (tracks: typeof all): string => tracks.map(({ room }) => room).join(' ')
  return {
    '--wide': `${wide_rem}rem`,
    '--columns-all': text(all),
    '--columns-lg': text(all.filter(({ hideBelow }) => hideBelow !== 'lg')),
    '--columns-md': text(all.filter(({ hideBelow }) => hideBelow === undefined)),
  } as CSSProperties
}
