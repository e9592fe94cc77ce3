import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { maxExternalCampaigns, type Organization } from '#contract/audiences/organizations.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { SearchSelect } from '../../shells/search-select.tsx'
import { useClientSearch } from '../../shells/owners/client-search.ts'
import styles from './audiences.module.css'
import { emptyExternal, useOrganizationForm, type OrganizationValues } from './organization-form.ts'

type OrganizationDialogProps = { organization: Organization | null; onClose: () => void }

/** Adds or edits an organization, including its whole list of external campaigns. */
export function OrganizationDialog({ organization, onClose }: OrganizationDialogProps) {
  const t = useT()
  const me = useMe()
  const server = useOrganizationForm(organization, onClose)
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={organization ? t('Edit organization') : t('Add organization')}
      form={server}
      submitLabel={organization ? t('Save organization') : t('Add organization')}
    >
      {!organization && me.side === 'agency' && <ClientChoice form={form} />}
      <TextInput
        data-autofocus
        label={t('Name')}
        withAsterisk
        maxLength={150}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput label={t('External ID')} maxLength={100} autoComplete="off" {...form.getInputProps('externalId')} />
      <OutsideCampaigns form={form} />
    </FormDialog>
  )
}

type FormProps = { form: UseFormReturnType<OrganizationValues> }

function ClientChoice({ form }: FormProps) {
  const t = useT()
  const clients = useClientSearch(form.values.clientId)
  return (
    <SearchSelect
      {...form.getInputProps('clientId')}
      {...clients}
      wrapperProps={{ 'data-wide': true }}
      label={t('Client')}
      withAsterisk
      placeholder={t('Search clients')}
      onChoose={(value) => form.setFieldValue('clientId', value ?? '')}
    />
  )
}

function OutsideCampaigns({ form }: FormProps) {
  const t = useT()
  const label = useId()
  const { campaigns } = form.values
  return (
    <div data-wide role="group" aria-labelledby={label} className={styles.outside}>
      <div className={styles.legend} id={label}>
        {t('External campaigns')}
      </div>
      {campaigns.map((campaign, index) => (
        <div key={campaign.key} className={styles.line}>
          <TextInput
            aria-label={t('Name of campaign {number}', { number: index + 1 })}
            placeholder={t('Name')}
            maxLength={150}
            autoComplete="off"
            {...form.getInputProps(`campaigns.${index}.name`)}
          />
          <TextInput
            aria-label={t('External ID of campaign {number}', { number: index + 1 })}
            placeholder={t('External ID')}
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps(`campaigns.${index}.externalId`)}
          />
          <ActionIcon
            aria-label={t('Remove campaign {number}', { number: index + 1 })}
            onClick={() => form.removeListItem('campaigns', index)}
          >
            <IconX size={17} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {form.errors['campaigns'] && (
        <p className={styles.error} role="alert">
          {form.errors['campaigns']}
        </p>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} stroke={2} />}
        disabled={campaigns.length >= maxExternalCampaigns}
        onClick={() => form.insertListItem('campaigns', emptyExternal())}
      >
        {t('Add a campaign')}
      </Button>
    </div>
  )
}
