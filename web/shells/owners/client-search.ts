import { useState } from 'react'
import { autocomplete } from '#contract/campaigns/autocomplete.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { useMe } from '../../session/me.ts'
import { MOST_OFFERED, type OptionSearch, type SearchOption } from '../search-select.tsx'

type ClientSearch = {
  selection: SearchOption | null
  matches: SearchOption[]
  search: OptionSearch
  onSearch: (words: string) => void
}

/**
 * An agency's clients for a `SearchSelect`: the first page until something is typed, then those with a word in their
 * name that starts with it (R131). The operator's autocomplete would span all agencies, so for another company its
 * client list is searched instead. `chosenId` is empty if none is chosen.
 */
export function useClientSearch(chosenId: string, ofAgency?: string): ClientSearch {
  const me = useMe()
  const agencyId = ofAgency ?? me.companyId
  const [words, setWords] = useState('')
  const completes = words !== '' && agencyId === me.companyId
  const company = useCall(getCompany, { params: { id: chosenId } }, { enabled: chosenId !== '' })
  const params = {
    companyId: agencyId,
    group: 'all',
    systemId: 'all',
    type: 'client',
    module: 'all',
    sort: 'company_name',
    order: 'asc',
    search: completes ? 'all' : words || 'all',
  } as const
  const list = useCall(
    listCompanies,
    { params, query: { page: 1, perPage: MOST_OFFERED } },
    { enabled: !completes, keepPrevious: true },
  )
  const completion = useCall(
    autocomplete,
    { params: { category: 'client', text: words } },
    { enabled: completes, keepPrevious: true },
  )
  return {
    selection: chosenId === '' ? null : { value: chosenId, label: company.data?.data.company_name ?? '…' },
    matches: completes
      ? (completion.data?.data ?? []).map(({ value, label }) => ({ value, label }))
      : (list.data?.data ?? []).map((row) => ({ value: row.company_id, label: row.company_name })),
    search: completes ? completion : list,
    onSearch: setWords,
  }
}
