import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useT } from '../i18n/texts.tsx'
import { offered, searchWords, typingPause_ms } from './search-words.ts'

export type SearchOption = { value: string; label: string }

type SearchSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'onSearchChange' | 'searchValue'> & {
  /** What is chosen, with its name once that is known; null for nothing. */
  chosen: SearchOption | null
  /** The first of what the server found. */
  found: readonly SearchOption[]
  searching: boolean
  /** Words to search for, when typing pauses; empty for everything. */
  onSearch: (words: string) => void
  onChoose: (value: string | null) => void
}

/** How many a search offers: more are found by more letters. */
export const MOST_OFFERED = 20

/** A choice among what may be thousands: the server searches. */
export function SearchSelect({ chosen, found, searching, onSearch, onChoose, ...select }: SearchSelectProps) {
  const t = useT()
  const label = chosen?.label ?? ''
  const [text, setText] = useState(label)
  const [shownLabel, setShownLabel] = useState(label)
  // A name that comes later than its value takes the place of what stood in for it.
  if (label !== shownLabel) {
    setShownLabel(label)
    setText(label)
  }
  const search = useDebouncedCallback(onSearch, typingPause_ms)
  const options = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      {...select}
      data={text === chosen?.label ? options : offered(options, text)}
      searchable
      searchValue={text}
      onSearchChange={(next) => {
        setText(next)
        // After a choice the field holds its name, which is no search.
        search(options.some(({ label }) => label === next) ? '' : searchWords(next))
      }}
      filter={({ options: all }) => all}
      nothingFoundMessage={searching ? t('Searching…') : t('Nothing has this name.')}
      value={chosen?.value ?? null}
      onChange={onChoose}
    />
  )
}
