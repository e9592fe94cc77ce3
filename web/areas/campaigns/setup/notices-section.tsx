import { Checkbox, MultiSelect } from '@mantine/core'
import { maxNotified } from '#contract/campaigns/notices.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { LeadCount } from './limit-section.tsx'
import type { SectionProps } from './section-props.ts'

type NoticesSectionProps = SectionProps & { people: readonly { id: string; name: string }[] }

/** When agency users are notified about the number of leads. */
export function NoticesSection({ form, people }: NoticesSectionProps) {
  const t = useT()
  const { hasMinimum, notifyUserIds } = form.values
  return (
    <FormSection
      title={t('Notifications to your team')}
      description={t('By email, once per limit period; once a day without a limit.')}
    >
      <LeadCount
        label={t('Notify at')}
        description={t('Email them after this many leads. Leave blank for no notification.')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.getInputProps('notifyAtLeads')}
        onChange={(value) => form.setFieldValue('notifyAtLeads', value)}
      />
      <MultiSelect
        label={t('Who to notify')}
        placeholder={notifyUserIds.length === 0 ? t('Everyone who gets notifications') : undefined}
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        maxValues={maxNotified}
        nothingFoundMessage={t('Nothing has this name.')}
        {...form.getInputProps('notifyUserIds')}
      />
      <div data-wide>
        <Checkbox
          label={t('Notify when a period has fewer leads than a minimum')}
          {...form.getInputProps('hasMinimum', { type: 'checkbox' })}
        />
      </div>
      {hasMinimum && (
        <LeadCount
          label={t('Minimum leads')}
          withAsterisk
          {...form.getInputProps('minimumLeads')}
          onChange={(value) => form.setFieldValue('minimumLeads', value)}
        />
      )}
    </FormSection>
  )
}
