import { Anchor, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { listOrganizations } from '#contract/audiences/organizations.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { organizationsPath } from '../../audiences/paths.ts'
import type { SectionProps } from './section-props.ts'
import styles from './setup.module.css'

/** What the campaign's leads are meant for outside; a client without organizations is told where to add one. */
export function OrganizationLinkSection({ form }: SectionProps) {
  const t = useT()
  const { clientId, organizationId, externalCampaignId } = form.values
  const list = useCall(
    listOrganizations,
    { params: { companyId: clientId }, query: { page: 1, perPage: 100 } },
    { enabled: clientId !== '' },
  )
  const organizations = list.data?.data ?? []
  const chosen = organizations.find((one) => one.organizationId === organizationId)
  const isEmpty = list.data !== undefined && organizations.length === 0
  return (
    <FormSection
      title={t('Marketing organization')}
      description={t('The account in a marketing system outside that the leads are meant for.')}
    >
      <Select
        label={t('Organization')}
        placeholder={t('None')}
        data={organizations.map((one) => ({ value: one.organizationId, label: one.organizationName }))}
        disabled={clientId === '' || isEmpty}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        nothingFoundMessage={t('Nothing has this name.')}
        {...form.getInputProps('organizationId')}
        value={organizationId || null}
        onChange={(next) => {
          form.setFieldValue('organizationId', next ?? '')
          form.setFieldValue('externalCampaignId', '')
        }}
      />
      <Select
        label={t('External campaign')}
        placeholder={t('None')}
        data={(chosen?.campaigns ?? []).map((one) => ({ value: one.externalCampaignId, label: one.campaignName }))}
        disabled={!chosen || chosen.campaigns.length === 0}
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
