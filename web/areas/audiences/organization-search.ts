import { useState } from 'react'
import { listOrganizations, type Organization } from '#contract/audiences/organizations.ts'
import { useCall } from '../../api/hooks.ts'
import { MOST_OFFERED, type OptionSearch, type SearchOption } from '../../shells/search-select.tsx'

type OrganizationSearch = {
  /** The selected organization; undefined until it is loaded. */
  organization: Organization | undefined
  /** True if the client has no organizations. */
  isEmpty: boolean
  select: {
    selection: SearchOption | null
    matches: SearchOption[]
    search: OptionSearch
    onSearch: (words: string) => void
  }
}

/** Searches a client's marketing organizations for a `SearchSelect`; offers the first ones until the user types. */
export function useOrganizationSearch(clientId: string, chosenId: string): OrganizationSearch {
  const [words, setWords] = useState('')
  const params = { companyId: clientId }
  const hasClient = clientId !== ''
  const list = useCall(
    listOrganizations,
    { params, query: { page: 1, perPage: MOST_OFFERED, search: words || 'all' } },
    { enabled: hasClient, keepPrevious: true },
  )
  const lookup = useCall(
    listOrganizations,
    { params, query: { page: 1, perPage: 1, organizationId: chosenId } },
    { enabled: hasClient && chosenId !== '' },
  )
  const organization = chosenId === '' ? undefined : lookup.data?.data[0]
  return {
    organization,
    isEmpty: words === '' && list.data?.total === 0,
    select: {
      selection: chosenId === '' ? null : { value: chosenId, label: organization?.organizationName ?? '…' },
      matches: (list.data?.data ?? []).map((one) => ({ value: one.organizationId, label: one.organizationName })),
      search: list,
      onSearch: setWords,
    },
  }
}
