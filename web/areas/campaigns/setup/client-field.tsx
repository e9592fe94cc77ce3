import { useT } from '../../../i18n/texts.tsx'
import { SearchSelect } from '../../../shells/search-select.tsx'
import { useClientSearch } from '../../../shells/owners/client-search.ts'
import type { SectionProps } from './section-props.ts'

/** Selects the client for whom the agency creates the campaign. */
export function ClientField({ form }: SectionProps) {
  const t = useT()
  const clients = useClientSearch(form.values.clientId)
  return (
    <SearchSelect
      {...form.getInputProps('clientId')}
      {...clients}
      label={t('Client')}
      withAsterisk
      placeholder={t('Search clients')}
      onChoose={(value) => {
        form.setFieldValue('clientId', value ?? '')
        // Audiences and organizations belong to a client, so clear them.
        form.setFieldValue('includeAudiences', [])
        form.setFieldValue('excludeAudiences', [])
        form.setFieldValue('organizationId', '')
        form.setFieldValue('externalCampaignId', '')
      }}
    />
  )
}
