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
    chosen: SearchOption | null
    found: SearchOption[]
    search: OptionSearch
    onSearch: (words: string) => void
  }
}

/** Searches a client's marketing organizations for a `SearchSelect`; offers the first ones until the user types. */
export function useOrganizationSearch(clientId: string, chosenId: string): OrganizationSearch {
  const [words, setWords] = useState('')
  const params = { companyId: clientId }
  const enabled = clientId !== ''
  const listed = useCall(
    listOrganizations,
    { params, query: { page: 1, perPage: MOST_OFFERED, search: words || 'all' } },
    { enabled, keepPrevious: true },
  )
  const chosen = useCall(
    listOrganizations,
    { params, query: { page: 1, perPage: 1, organizationId: chosenId } },
    { enabled: enabled && chosenId !== '' },
  )
  const organization = chosenId === '' ? undefined : chosen.data?.data[0]
  return {
    organization,
    isEmpty: words === '' && listed.data?.total === 0,
    select: {
      chosen: chosenId === '' ? null : { value: chosenId, label: organization?.organizationName ?? '…' },
      found: (listed.data?.data ?? []).map((one) => ({ value: one.organizationId, label: one.organizationName })),
      search: listed,
      onSearch: setWords,
    },
  }
}
