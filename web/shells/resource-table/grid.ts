import type { CSSProperties } from 'react'
import type { Column, ColumnSize } from './columns.ts'

/**
 * Column widths, independent of the rows: shares of the space left by columns whose contents have a known size. A long name is
 * cut off and shifts nothing.
 */
const rooms: Record<ColumnSize, string> = {
  wide: 'minmax(0, 2.4fr)',
  normal: 'minmax(0, 1.5fr)',
  number: 'minmax(6rem, 1fr)',
  date: '7.75rem',
  /** A day and the time on it. */
  time: '10rem',
  /** The same behind a box to tick. */
  tickedTime: '12rem',
  status: 'minmax(8rem, 1.2fr)',
  /** A state in three words. */
  longStatus: 'minmax(10rem, 1.2fr)',
  actions: '8rem',
  /** Two buttons with words, side by side. */
  twoActions: '13rem',
  /** A menu alone, without actions beside it. */
  menu: '5.5rem',
}

type Sized = Pick<Column<never>, 'key' | 'size' | 'align' | 'hideBelow'>

function roomOf({ key, size, align }: Sized, index: number): string {
  if (size) return rooms[size]
  if (key === 'actions') return rooms.actions
  if (index === 0) return rooms.wide
  return align === 'end' ? rooms.number : rooms.normal
}

/** The columns' widths as the style sheet takes them: all of them, without `lg`, and without `md` and `lg`. */
export function gridOf(columns: readonly Sized[]): CSSProperties {
  const all = columns.map((column, index) => ({ room: roomOf(column, index), hideBelow: column.hideBelow }))
  const text = (shown: typeof all): string => shown.map(({ room }) => room).join(' ')
  return {
    '--columns-all': text(all),
    '--columns-lg': text(all.filter(({ hideBelow }) => hideBelow !== 'lg')),
    '--columns-md': text(all.filter(({ hideBelow }) => hideBelow === undefined)),
  } as CSSProperties
}
