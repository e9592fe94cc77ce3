import { MultiSelect, Select } from '@mantine/core'
import { minInformation, listAdvanceInformation, maxInformation } from '#contract/identity/advance-information.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { OptionsFailure } from '../../../../shells/options-failure.tsx'
import type { SectionProps } from '../../setup/section-props.ts'

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
      <div data-wide>
        <MultiSelect
          label={t('Sent with each lead')}
          description={t('Leave blank to send everything known except sensitive information.')}
          // Show the ids until the names have loaded.
          data={options ?? form.values.information}
          placeholder={form.values.information.length === 0 ? t('Everything') : undefined}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage={t('Nothing has this name.')}
          {...form.getInputProps('information')}
        />
        <OptionsFailure of={kinds} />
      </div>
    </FormSection>
  )
}
