import { IconBuildingStore } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useSearchText } from '../../session/address.ts'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { MOST_OFFERED, SearchSelect } from '../../shells/search-select.tsx'
import { CompaniesTable } from './companies-table.tsx'
import styles from './tree.module.css'
import { searchOf } from '../../session/search.ts'

/** The clients of one of the agencies assigned to a sales person (R141); the URL names the agency. */
export function AssignedClients() {
  const t = useT()
  const id = useSearchText('agency') ?? ''
  const [words, setWords] = useState('')
  const navigate = useNavigate()
  const matches = useAssigned(words)
  const first = useAssigned('')
  const company = useCall(getCompany, { params: { id } }, { enabled: id !== '' })
  const agency = id === '' ? first.data?.data[0] : company.data?.data
  if (first.error && !first.data) return <FailureNote failure={first.error} onRetry={first.refetch} />
  if (company.error && !company.data) return <PageFailure failure={company.error} onRetry={company.refetch} />
  return (
    <>
      <PageHeader title={t('Client Management')} description={t('The clients of the agencies assigned to you.')} />
      {first.data?.total === 0 && <NoAgency />}
      {agency && (
        <>
          <SearchSelect
            className={styles.agency}
            label={t('Agency')}
            selection={{ value: agency.company_id, label: agency.company_name }}
            matches={(matches.data?.data ?? []).map((row) => ({ value: row.company_id, label: row.company_name }))}
            search={matches}
            onSearch={setWords}
            allowDeselect={false}
            onChoose={(agency) => void navigate({ to: '.', search: searchOf({ agency: agency ?? undefined }) })}
          />
          <CompaniesTable
            key={agency.company_id}
            parentId={agency.company_id}
            type="client"
            label={t('Clients')}
            searchLabel={msg('Search clients')}
            empty={<EmptyState title={t('No clients yet')} hint={t('The agency has not added one.')} />}
          />
        </>
      )}
    </>
  )
}

function useAssigned(words: string) {
  const me = useMe()
  const params = {
    companyId: me.companyId,
    group: 'all',
    systemId: 'all',
    type: 'agency',
    module: 'all',
    sort: 'company_name',
    order: 'asc',
    search: words || 'all',
  } as const
  return useCall(listCompanies, { params, query: { page: 1, perPage: MOST_OFFERED } }, { keepPrevious: true })
}

function NoAgency() {
  const t = useT()
  return (
    <EmptyState
      icon={<IconBuildingStore size={22} stroke={1.6} />}
      title={t('No agency is assigned to you yet')}
      hint={t('The operator assigns them. Each appears here with its clients.')}
    />
  )
}
