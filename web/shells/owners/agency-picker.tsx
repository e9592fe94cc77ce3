import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useSearchText } from '../../session/address.ts'
import { useMe } from '../../session/me.ts'
import { MOST_OFFERED, SearchSelect } from '../search-select.tsx'
import { searchOf } from '../../session/search.ts'

/** The id of the agency in the URL; empty if there is none. */
export const useChosenAgency = (): string => {
  return useSearchText('agency') ?? ''
}

/**
 * Lets the operator's staff choose whose data a page shows. The choice is stored in the URL. Other search parameters
 * are dropped, except those in `keep`, because they filter the previous agency's data.
 */
export function AgencyPicker({ keep = [], placeholder }: { keep?: readonly string[]; placeholder?: string }) {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const id = useChosenAgency()
  const [words, setWords] = useState('')
  const agency = useCall(getCompany, { params: { id } }, { enabled: id !== '' })
  const matches = useCall(
    listCompanies,
    {
      params: {
        companyId: me.companyId,
        group: 'all',
        systemId: 'all',
        type: 'agency',
        module: 'all',
        sort: 'company_name',
        order: 'asc',
        search: words || 'all',
      },
      query: { page: 1, perPage: MOST_OFFERED },
    },
    { keepPrevious: true },
  )
  return (
    <SearchSelect
      selection={id === '' ? null : { value: id, label: agency.data?.data.company_name ?? '…' }}
      matches={(matches.data?.data ?? []).map((row) => ({ value: row.company_id, label: row.company_name }))}
      search={matches}
      onSearch={setWords}
      aria-label={t('Agency')}
      placeholder={placeholder ?? t('Select an agency')}
      onChoose={(agency) =>
        void navigate({
          to: '.',
          search: searchOf((before) => ({
            ...Object.fromEntries(keep.map((key) => [key, before[key]])),
            agency: agency ?? undefined,
          })),
          replace: true,
        })
      }
    />
  )
}
