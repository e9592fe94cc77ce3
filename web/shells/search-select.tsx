import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useT } from '../i18n/texts.tsx'
import { filterOptions, searchWords, typingPause_ms } from './search-words.ts'

export type SearchOption = { value: string; label: string }

/** The read of the options. */
export type OptionSearch = { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }

type SearchSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'onSearchChange' | 'searchValue'> & {
  /** The selected option, with its name once that has loaded; null if none. */
  selection: SearchOption | null
  /** First matches returned by the server. */
  matches: readonly SearchOption[]
  search: OptionSearch
  /** Called with the search text when typing pauses; empty for all. */
  onSearch: (words: string) => void
  onChoose: (value: string | null) => void
}

/** Maximum number of matches; typing more letters narrows them. */
export const MOST_OFFERED = 20

/** Selects one of possibly thousands of options by searching on the server. */
export function SearchSelect({ selection, matches, search, onSearch, onChoose, ...select }: SearchSelectProps) {
  const t = useT()
  const label = selection?.label ?? ''
  const [text, setText] = useState(label)
  const [shownLabel, setShownLabel] = useState(label)
  // When the name loads after its value, show it instead of the placeholder.
  if (label !== shownLabel) {
    setShownLabel(label)
    setText(label)
  }
  const searchLater = useDebouncedCallback(onSearch, typingPause_ms)
  const hasFailed = Boolean(search.error) && search.data === undefined
  const options =
    selection && !matches.some(({ value }) => value === selection.value) ? [selection, ...matches] : matches
  const lines = text === selection?.label ? options : filterOptions(options, text)
  const isAlone = selection !== null && matches.length === 0 && (hasFailed || text !== selection.label)
  const note = search.isFetching
    ? t('Searching…')
    : hasFailed
      ? t('The search failed. Open this list again to retry.')
      : t('Nothing has this name.')
  return (
    <Select
      {...select}
      // A list that contains the chosen option is not empty, so it takes what an empty one would say as a line.
      data={isAlone && lines.length > 0 ? [...lines, { value: '', label: note, disabled: true }] : [...lines]}
      searchable
      searchValue={text}
      onSearchChange={(next) => {
        setText(next)
        // After a selection the field contains the option's name, which is not a search text.
        searchLater(options.some(({ label }) => label === next) ? '' : searchWords(next))
      }}
      filter={({ options: all }) => all}
      onDropdownOpen={() => hasFailed && void search.refetch()}
      nothingFoundMessage={note}
      value={selection?.value ?? null}
      onChange={onChoose}
    />
  )
}
