import { Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import type { SectionProps } from './section-props.ts'
import { HoursFields } from './hours-fields.tsx'
import { timeZoneOptions } from '../../../ui/time-zones.ts'

const maxShown = 80

export function ScheduleSection({ form }: SectionProps) {
  const t = useT()
  const { timeZone } = form.getInitialValues()
  const zones = useMemo(() => timeZoneOptions(timeZone), [timeZone])
  return (
    <FormSection
      title={t('Schedule')}
      description={t('Leads are only captured on these days and hours. Days and limits use this time zone.')}
    >
      <TextInput type="date" label={t('Start date')} withAsterisk {...form.getInputProps('startDate')} />
      <TextInput
        type="date"
        label={t('End date')}
        min={form.values.startDate}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={t('Leave blank to run until you pause it.')}
        {...form.getInputProps('endDate')}
      />
      <HoursFields form={form} />
      <div data-wide>
        <Select
          label={t('Time zone')}
          withAsterisk
          data={zones}
          searchable
          limit={maxShown}
          nothingFoundMessage={t('No time zone has this name.')}
          {...form.getInputProps('timeZone')}
        />
      </div>
    </FormSection>
  )
}
