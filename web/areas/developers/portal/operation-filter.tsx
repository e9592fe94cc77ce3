import { Select } from '@mantine/core'
import { readDeveloperApi } from '#contract/developers/credentials.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import type { FilterControlProps } from '../../../shells/resource-table/columns.ts'
import { operationsIn } from './api-document.ts'

/** Filters the request log by operation id. */
export function OperationFilter({ label, className, value, onChange }: FilterControlProps) {
  const t = useT()
  const api = useCall(readDeveloperApi, {})
  const names = api.data ? operationsIn(api.data).map(({ operationId }) => operationId) : []
  const known = value === 'all' || names.includes(value) ? names : [value, ...names]
  return (
    <Select
      className={className}
      aria-label={label}
      placeholder={t('All operations')}
      data={known}
      value={value === 'all' ? null : value}
      searchable
      clearable
      onChange={(chosen) => onChange(chosen ?? 'all')}
    />
  )
}
