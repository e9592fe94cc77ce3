import { Anchor, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { SearchSelect } from '../../../shells/search-select.tsx'
import { useOrganizationSearch } from '../../audiences/organization-search.ts'
import { organizationsPath } from '../../../paths/audiences.ts'
import type { SectionProps } from './section-props.ts'
import styles from './setup.module.css'

/** Links the campaign to a marketing organization; without any, tells the client where to add one. */
export function OrganizationLinkSection({ form }: SectionProps) {
  const t = useT()
  const { clientId, organizationId, externalCampaignId } = form.values
  const { organization, isEmpty, select } = useOrganizationSearch(clientId, organizationId)
  return (
    <FormSection
      title={t('Marketing organization')}
      description={t('The external marketing account these leads are for.')}
    >
      <SearchSelect
        {...select}
        label={t('Organization')}
        placeholder={t('None')}
        disabled={clientId === '' || isEmpty}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        error={form.errors['organizationId']}
        onChoose={(next) => {
          form.setFieldValue('organizationId', next ?? '')
          form.setFieldValue('externalCampaignId', '')
        }}
      />
      <Select
        label={t('External campaign')}
        placeholder={t('None')}
        data={(organization?.campaigns ?? []).map((one) => ({
          value: one.externalCampaignId,
          label: one.campaignName,
        }))}
        disabled={!organization || organization.campaigns.length === 0}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        nothingFoundMessage={t('Nothing has this name.')}
        {...form.getInputProps('externalCampaignId')}
        value={externalCampaignId || null}
        onChange={(next) => form.setFieldValue('externalCampaignId', next ?? '')}
      />
      {isEmpty && (
        <p data-wide className={styles.hint}>
          {t('This client has no organizations yet.')}{' '}
          <Anchor component={Link} to={organizationsPath}>
            {t('Add one')}
          </Anchor>
        </p>
      )}
    </FormSection>
  )
}
