import { Anchor, MultiSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { maxInCampaign } from '#contract/audiences/audiences.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { audiencePath } from '../../../paths/audiences.ts'
import type { SectionProps } from './section-props.ts'
import styles from './setup.module.css'
import { useAudiences } from './use-audiences.ts'

/** Audiences that the campaign includes and excludes; without any, tells the client where to create one. */
export function AudienceSection({ form }: SectionProps) {
  const t = useT()
  const { clientId, includeAudiences, excludeAudiences } = form.values
  const { audiences, query } = useAudiences(clientId)
  const isEmpty = audiences?.length === 0
  const props = {
    searchable: true,
    clearable: true,
    clearButtonProps: { 'aria-label': t('Clear') },
    disabled: clientId === '' || isEmpty,
    maxValues: maxInCampaign,
    nothingFoundMessage: t('Nothing has this name.'),
  }
  const besides = (others: readonly string[]) => (audiences ?? []).filter(({ value }) => !others.includes(value))
  return (
    <FormSection title={t('Audiences')} description={t('Which visitors this campaign includes and excludes.')}>
      <MultiSelect
        {...props}
        label={t('Only people in')}
        placeholder={includeAudiences.length === 0 ? t('Anyone') : undefined}
        data={besides(excludeAudiences)}
        {...form.getInputProps('includeAudiences')}
      />
      <MultiSelect
        {...props}
        label={t('Nobody in')}
        placeholder={excludeAudiences.length === 0 ? t('None') : undefined}
        data={besides(includeAudiences)}
        {...form.getInputProps('excludeAudiences')}
      />
      <OptionsFailure of={query} />
      {isEmpty && (
        <p data-wide className={styles.hint}>
          {t('This client has no audiences yet.')}{' '}
          <Anchor component={Link} to={audiencePath}>
            {t('Create one')}
          </Anchor>
        </p>
      )}
    </FormSection>
  )
}
