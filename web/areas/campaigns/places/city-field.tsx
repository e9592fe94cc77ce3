import { useState } from 'react'
import { autocomplete, type Suggestion } from '#contract/campaigns/autocomplete.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { SearchSelect } from '../../../shells/search-select.tsx'

/** Adds all ZIP codes of a city at once. */
export function CityField({ onAdd }: { onAdd: (zips: readonly string[]) => void }) {
  const t = useT()
  const [words, setWords] = useState('')
  const [additions, setAdditions] = useState(0)
  const { data, error, refetch, isFetching } = useCall(
    autocomplete,
    { params: { category: 'city', text: words } },
    { enabled: words !== '', keepPrevious: true },
  )
  const matches: Suggestion[] = words === '' ? [] : (data?.data ?? [])
  const options = matches.map(({ value, label, zips = [] }) => ({
    value,
    label: t('{city} · {count, plural, one {# ZIP code} other {# ZIP codes}}', { city: label, count: zips.length }),
  }))
  return (
    <SearchSelect
      // A new key remounts the field after each city, which clears it.
      key={additions}
      label={t('Add a city')}
      placeholder={t('Type three letters, such as Aus')}
      selection={null}
      matches={options}
      search={{ data, error, refetch, isFetching: isFetching || words === '' }}
      onSearch={setWords}
      onChoose={(city) => {
        const match = matches.find(({ value }) => value === city)
        if (!match) return
        onAdd(match.zips ?? [])
        setWords('')
        setAdditions((count) => count + 1)
      }}
    />
  )
}
