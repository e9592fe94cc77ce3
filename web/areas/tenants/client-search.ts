import { useState } from 'react'
import { getCompany, listCompanies } from '#contract/tenants/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { useMe } from '../../session/me.ts'
import { MOST_OFFERED, type SearchOption } from '../../shells/search-select.tsx'

type ClientSearch = {
  chosen: SearchOption | null
  found: SearchOption[]
  searching: boolean
  onSearch: (words: string) => void
}

/** The agency's clients for a `SearchSelect`. `chosenId` is empty where none is chosen. */
export function useClientSearch(chosenId: string): ClientSearch {
  const me = useMe()
  const [words, setWords] = useState('')
  const chosen = useCall(getCompany, { params: { id: chosenId } }, { enabled: chosenId !== '' })
  const found = useCall(
    listCompanies,
    {
      params: {
        companyID: me.companyId,
        group: 'all',
        idsys: 'all',
        type: 'client',
        module: 'all',
        sort: 'company_name',
        order: 'asc',
        search: words || 'all',
      },
      query: { Page: 1, PerPage: MOST_OFFERED },
    },
    { keepPrevious: true },
  )
  return {
    chosen: chosenId === '' ? null : { value: chosenId, label: chosen.data?.data.company_name ?? '…' },
    found: (found.data?.data ?? []).map((row) => ({ value: row.company_id, label: row.company_name })),
    searching: found.isFetching,
    onSearch: setWords,
  }
}
