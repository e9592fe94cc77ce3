import { Select } from '@mantine/core'
import { listCompanyGroups } from '#contract/companies/groups.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { OptionsFailure } from '../../shells/options-failure.tsx'
import type { ServerForm } from '../../shells/server-form.ts'
import type { CompanyValues } from './company-form.ts'

/** The group a client belongs to (R058), out of its agency's groups. Hidden if the agency has none. */
export function GroupField({ server: { form }, agencyId }: { server: ServerForm<CompanyValues>; agencyId: string }) {
  const t = useT()
  const read = useCall(listCompanyGroups, { query: { companyId: agencyId } })
  const groups = read.data?.data ?? []
  if (groups.length === 0) return <OptionsFailure of={read} />
  return (
    <Select
      label={t('Group')}
      placeholder={t('No group')}
      data={groups.map((group) => ({ value: group.groupId, label: group.groupName }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      nothingFoundMessage={t('Nothing found')}
      {...form.getInputProps('groupId')}
      value={form.values.groupId || null}
      onChange={(next) => form.setFieldValue('groupId', next ?? '')}
    />
  )
}
