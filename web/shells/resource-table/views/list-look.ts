import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListState, SavedListName } from '#contract/views/saved-lists.ts'
import { useSearchTexts } from '../../../session/address.ts'
import { searchOf } from '../../../session/search.ts'
import type { Column } from '../columns.ts'
import { fittingColumns } from '../grid.ts'
import { chosenColumns, textOf } from './chosen-columns.ts'
import { readWidths, writeWidth, type Widths } from './column-widths.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** What is stored: absent parts are the usual ones. */
type Stored = { columns?: string; density?: string; widths?: string }

export type ListLook<Row> = {
  columns: readonly Column<Row>[]
  density: Density
  widths: Widths
  /** Whether its columns may need more than the screen, so that it scrolls. */
  isWide: boolean
  /** All as a view stores them; no widths where nobody chose any. */
  parts: ListState & { columns: string; density: Density }
  change: (next: Stored) => void
  setWidth: (key: string, width_rem: number) => void
}

const keyOf = (list: SavedListName): string => `list-look-${list}`

function readStored(list: SavedListName | undefined): Stored {
  try {
    const value: unknown = JSON.parse((list && localStorage.getItem(keyOf(list))) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function store(list: SavedListName, stored: Stored): void {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(stored))
  } catch {
    // Without storage the choice lives in the URL alone.
  }
}

/**
 * A list's columns, their widths and density: those in the URL, which a link or a view brings, else the last ones chosen in this browser.
 * A list that has no name shows all of its columns.
 */
export function useListLook<Row>(list: SavedListName | undefined, all: readonly Column<Row>[]): ListLook<Row> {
  const search = useSearchTexts()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(() => readStored(list))
  const part = (name: keyof Stored): string | undefined => {
    const value: unknown = search[name] ?? choice[name]
    return list && typeof value === 'string' ? value : undefined
  }
  const columns = chosenColumns(all, part('columns'))
  const density = part('density') === 'compact' ? 'compact' : 'comfortable'
  const widths = part('widths')
  const chosenWidths: ListState = widths === undefined ? {} : { widths }
  const parts = { ...chosenWidths, columns: textOf(columns), density } as const
  const change = (next: Stored): void => {
    if (!list) return
    store(list, next)
    setChoice(next)
    void navigate({
      to: '.',
      search: searchOf((before) => ({ ...before, columns: next.columns, density: next.density, widths: next.widths })),
      state: true,
      replace: true,
      resetScroll: false,
    })
  }
  return {
    columns,
    density,
    widths: readWidths(widths),
    isWide: columns.length > fittingColumns || widths !== undefined,
    parts,
    change,
    setWidth: (key, width_rem) => change({ ...parts, widths: writeWidth(readWidths(widths), key, width_rem) }),
  }
}
