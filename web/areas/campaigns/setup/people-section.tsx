import { Checkbox, Select, Stack, Switch } from '@mantine/core'
import { reidentificationTypes } from '#contract/campaigns/campaign.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { reidentificationNames, reidentificationNotes } from '../names.ts'
import type { SectionProps } from './section-props.ts'
import styles from './setup.module.css'

export function RequiredFieldsSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Required fields')}
      description={t(
        'People become leads only if all of these are known. The more you require, the fewer leads you get.',
      )}
    >
      <Stack gap="sm" data-wide>
        <Checkbox label={t('Email address')} {...form.getInputProps('requireEmail', { type: 'checkbox' })} />
        <Checkbox label={t('Phone number')} {...form.getInputProps('requirePhone', { type: 'checkbox' })} />
        <Checkbox label={t('Home address')} {...form.getInputProps('requireAddress', { type: 'checkbox' })} />
      </Stack>
    </FormSection>
  )
}

export function ReidentificationSection({ form }: SectionProps) {
  const t = useT()
  const { reidentification } = form.values
  return (
    <FormSection title={t('Re-identification')} description={t('Decides whether a returning lead becomes a new lead.')}>
      <div>
        <Select
          label={t('Create a new lead')}
          data={reidentificationTypes.map((value) => ({ value, label: t(reidentificationNames[value]) }))}
          {...form.getInputProps('reidentification')}
        />
        <p className={styles.hint} role="status">
          {t(reidentificationNotes[reidentification])}
        </p>
      </div>
      <div data-wide>
        <Switch
          label={t('Count across all campaigns of the client')}
          description={t('A lead from another of this client’s campaigns isn’t charged again here.')}
          {...form.getInputProps('reidentifyAcrossClient', { type: 'checkbox' })}
        />
      </div>
    </FormSection>
  )
}
