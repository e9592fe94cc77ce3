import { MultiSelect, Select } from '@mantine/core'
import { useT } from '../../../i18n/texts.tsx'
import { hourText, useWeekdays } from '../../../i18n/weekdays.ts'
import type { SectionProps } from './section-props.ts'

const hoursFrom = (first: number): { value: string; label: string }[] =>
  Array.from({ length: 24 }, (_none, at) => ({ value: String(first + at), label: hourText(first + at) }))

/** On which days of the week and at which hours a campaign takes leads. */
export function HoursFields({ form }: SectionProps) {
  const t = useT()
  const weekdays = useWeekdays()
  const { activeDays, activeFrom, activeTo } = form.values
  return (
    <>
      <div data-wide>
        <MultiSelect
          label={t('Days of the week')}
          placeholder={activeDays.length === 0 ? t('Every day') : undefined}
          data={weekdays}
          {...form.getInputProps('activeDays')}
        />
      </div>
      <Select label={t('From')} data={hoursFrom(0)} allowDeselect={false} {...form.getInputProps('activeFrom')} />
      <Select
        label={t('Until')}
        data={hoursFrom(1)}
        allowDeselect={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={Number(activeTo) < Number(activeFrom) ? t('On the next day') : undefined}
        {...form.getInputProps('activeTo')}
      />
    </>
  )
}
