import { Select } from '@mantine/core'
import { minInformation, listAdvanceInformation, maxInformation } from '#contract/identity/advance-information.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import type { SectionProps } from '../../setup/section-props.ts'
import { SentInformation } from '../../setup/sent-information.tsx'

const counts = Array.from({ length: maxInformation - minInformation + 1 }, (_, at) => minInformation + at)

/** How complete a person's record must be, and which of its data each lead includes. */
export function RecordSection({ form }: SectionProps) {
  const t = useT()
  const kinds = useCall(listAdvanceInformation, {})
  const options = kinds.data?.data
    .filter(({ group }) => group !== 'other')
    .map(({ id, name, is_sensitive }) => ({
      value: id,
      label: is_sensitive ? t('{kind} (sensitive)', { kind: t(name) }) : t(name),
    }))
  return (
    <FormSection
      title={t('Complete records')}
      description={t(
        'Only people whose email address, phone number and home address are known and were verified within 90 days become leads.',
      )}
    >
      <Select
        label={t('Also known')}
        allowDeselect={false}
        data={counts.map((count) => ({
          value: String(count),
          label: t('{count, plural, one {At least # type of information} other {At least # types of information}}', {
            count,
          }),
        }))}
        {...form.getInputProps('leastKnown')}
      />
      <SentInformation
        form={form}
        field="information"
        description={t('Leave blank to send everything known except sensitive information.')}
        options={options}
        query={kinds}
      />
    </FormSection>
  )
}
