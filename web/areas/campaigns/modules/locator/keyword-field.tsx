import { useState } from 'react'
import { autocomplete, type Suggestion } from '#contract/campaigns/autocomplete.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { SearchSelect } from '../../../../shells/search-select.tsx'

/** Searches for a keyword and adds it; can be repeated. */
export function KeywordField({ onAdd }: { onAdd: (keyword: string) => void }) {
  const t = useT()
  const [words, setWords] = useState('')
  const [added, setAdded] = useState(0)
  const { data, error, refetch, isFetching } = useCall(
    autocomplete,
    { params: { category: 'keyword', text: words } },
    { enabled: words !== '', keepPrevious: true },
  )
  const found: Suggestion[] = words === '' ? [] : (data?.data ?? [])
  return (
    <SearchSelect
      // A new key remounts the field after each keyword, which clears it.
      key={added}
      label={t('Find keywords')}
      placeholder={t('Type three letters, such as roo')}
      chosen={null}
      found={found}
      search={{ data, error, refetch, isFetching: isFetching || words === '' }}
      onSearch={setWords}
      onChoose={(keyword) => {
        if (keyword === null) return
        onAdd(keyword)
        setWords('')
        setAdded((count) => count + 1)
      }}
    />
  )
}
