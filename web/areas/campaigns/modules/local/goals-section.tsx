import { TagsInput } from '@mantine/core'
import { longestGoal, maxGoals } from '#contract/campaigns/module-fields/site.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import type { SectionProps } from '../../setup/section-props.ts'

/** Site events that count as the campaign's goals. */
export function GoalsSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Goals')}
      description={t(
        'What visitors should do on the site. The campaign page counts these events and the leads behind them.',
      )}
    >
      <div data-wide>
        <TagsInput
          label={t('Events that are goals')}
          description={t('Event names as sent by the site’s pages. Press Enter after each.')}
          placeholder={form.values.eventGoals.length === 0 ? 'signed_up' : undefined}
          maxTags={maxGoals}
          maxLength={longestGoal}
          acceptValueOnBlur
          {...form.getInputProps('eventGoals')}
        />
      </div>
    </FormSection>
  )
}
