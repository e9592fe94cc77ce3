import { getCompany } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import type { Filter, FilterControlProps } from '../resource-table/columns.ts'
import { SearchSelect } from '../search-select.tsx'
import { useClientSearch } from './client-search.ts'

/** Narrows a list to one client of the agency. */
export function ClientFilter({ label, className, value, onChange }: FilterControlProps) {
  const t = useT()
  const clients = useClientSearch(value === 'all' ? '' : value)
  return (
    <SearchSelect
      {...clients}
      className={className}
      aria-label={label}
      placeholder={t('All clients')}
      clearable
      onChoose={(next) => onChange(next ?? 'all')}
    />
  )
}

function ChosenClient({ value }: { value: string }) {
  return useCall(getCompany, { params: { id: value } }).data?.data.company_name ?? '…'
}

export const clientFilter: Filter = {
  key: 'client',
  label: msg('Client'),
  control: ClientFilter,
  chosen: ChosenClient,
}
