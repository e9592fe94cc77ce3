import { useState, type ReactNode } from 'react'
import { listSales } from '#contract/companies/sales.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { MOST_OFFERED, SearchSelect, type SearchOption } from '../../shells/search-select.tsx'

type SalesFieldProps = {
  label: string
  /** Null if nobody is chosen. */
  selection: SearchOption | null
  error: ReactNode
  onChoose: (person: SearchOption | null) => void
}

/** Picks one of the operator's sales staff; searched on the server because there may be thousands. */
export function SalesField({ label, selection, error, onChoose }: SalesFieldProps) {
  const t = useT()
  const me = useMe()
  const [words, setWords] = useState('')
  const staff = useCall(
    listSales,
    { params: { companyId: me.companyId }, query: { search: words || 'all', page: 1, perPage: MOST_OFFERED } },
    { keepPrevious: true },
  )
  const matches = (staff.data?.params ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SearchSelect
      data-wide
      data-autofocus
      openOnFocus={false}
      label={label}
      placeholder={t('Nobody')}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      selection={selection}
      matches={matches}
      search={staff}
      onSearch={setWords}
      error={error}
      onChoose={(value) =>
        onChoose(value === null ? null : (matches.find((person) => person.value === value) ?? selection))
      }
    />
  )
}
