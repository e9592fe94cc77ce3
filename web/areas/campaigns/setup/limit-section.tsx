import { NumberInput, Select } from '@mantine/core'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import type { LimitPeriod } from './campaign-form.ts'
import type { SectionProps } from './section-props.ts'

const mostLeads = 1_000_000

export function LimitSection({ form }: SectionProps) {
  const t = useT()
  const periods: { value: LimitPeriod; label: string }[] = [
    { value: 'none', label: t('No limit') },
    { value: 'day', label: t('Per day') },
    { value: 'week', label: t('Per week') },
    { value: 'month', label: t('Per month') },
    { value: 'max', label: t('In total') },
  ]
  const { limitPeriod } = form.values
  return (
    <FormSection
      title={t('Limit')}
      description={t('When the limit is reached, further visits are kept but make no lead until the next period.')}
    >
      <Select label={t('Limit')} data={periods} {...form.getInputProps('limitPeriod')} />
      {limitPeriod !== 'none' && (
        <NumberInput
          label={t('Most leads')}
          withAsterisk
          min={1}
          max={mostLeads}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          hideControls
          {...form.getInputProps('limit')}
          onChange={(value) => form.setFieldValue('limit', String(value))}
        />
      )}
    </FormSection>
  )
}
