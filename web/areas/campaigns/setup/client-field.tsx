import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { getCompany, listCompanies } from '#contract/tenants/companies.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import type { SectionProps } from './section-props.ts'

const pause_ms = 300
const mostShown = 20

/** An agency says whose campaign it makes. Searched on the server: an agency may have thousands of clients. */
export function ClientField({ form }: SectionProps) {
  const t = useT()
  const me = useMe()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), pause_ms)
  const chosenId = form.values.clientId
  const chosen = useCall(getCompany, { params: { id: chosenId } }, { enabled: chosenId !== '' })
  const chosenName = chosen.data?.data.company_name ?? ''
  // After a choice the field holds its name, which is no search.
  const words = asked === chosenName ? '' : asked
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
      query: { Page: 1, PerPage: mostShown },
    },
    { keepPrevious: true },
  )
  const options = (found.data?.data ?? []).map((row) => ({ value: row.company_id, label: row.company_name }))
  if (chosenName && !options.some(({ value }) => value === chosenId))
    options.unshift({ value: chosenId, label: chosenName })
  return (
    <Select
      label={t('Client')}
      withAsterisk
      data={options}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      placeholder={t('Search clients')}
      nothingFoundMessage={found.isFetching ? t('Searching…') : t('No client has this name.')}
      {...form.getInputProps('clientId')}
      value={chosenId || null}
      onChange={(value) => form.setFieldValue('clientId', value ?? '')}
    />
  )
}
