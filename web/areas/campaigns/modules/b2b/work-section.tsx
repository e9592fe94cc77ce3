import { MultiSelect } from '@mantine/core'
import { listB2bInformation } from '#contract/identity/advance-information.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { OptionsFailure } from '../../../../shells/options-failure.tsx'
import { RequiredFieldsSection } from '../../setup/people-section.tsx'
import type { SectionProps } from '../../setup/section-props.ts'

/** Which data about a person is required, and which job and company data each lead includes. */
export function WorkSection({ form }: SectionProps) {
  const t = useT()
  const read = useCall(listB2bInformation, {})
  const kinds = read.data?.data.map(({ id, name }) => ({ value: id, label: t(name) }))
  return (
    <>
      <RequiredFieldsSection form={form} />
      <FormSection title={t('Job and company')} description={t('Extra information sent with each lead.')}>
        <div data-wide>
          <MultiSelect
            label={t('Sent with each lead')}
            description={t('Leave blank to send everything known.')}
            // Show the ids until the names have loaded.
            data={kinds ?? form.values.workInformation}
            placeholder={form.values.workInformation.length === 0 ? t('Everything') : undefined}
            searchable
            clearable
            hidePickedOptions
            nothingFoundMessage={t('Nothing has this name.')}
            {...form.getInputProps('workInformation')}
          />
          <OptionsFailure of={read} />
        </div>
      </FormSection>
    </>
  )
}
