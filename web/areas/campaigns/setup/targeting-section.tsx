import { MultiSelect, Radio, Stack } from '@mantine/core'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { useModule } from '../../../session/module.ts'
import { formOf } from '../modules/module-forms.ts'
import type { Target } from './campaign-values.ts'
import type { SectionProps } from './section-props.ts'
import { ZipField } from '../places/zip-field.tsx'

const targets: readonly { value: Target; label: Text; note: Text }[] = [
  {
    value: 'National Targeting',
    label: msg('National Targeting'),
    note: msg('People who live anywhere in the United States.'),
  },
  { value: 'State', label: msg('State'), note: msg('People who live in the states you choose.') },
  { value: 'Zip Code', label: msg('Zip Code'), note: msg('People who live in the ZIP codes you list.') },
]

export function TargetingSection({ form }: SectionProps) {
  const t = useT()
  const { target } = form.values
  return (
    <FormSection title={t('Target Location')} description={t('Only people who live in these places become leads.')}>
      <Radio.Group data-wide aria-label={t('Target Location')} {...form.getInputProps('target')}>
        <Stack gap="xs">
          {targets.map(({ value, label, note }) => (
            <Radio key={value} value={value} label={t(label)} description={t(note)} />
          ))}
        </Stack>
      </Radio.Group>
      {target === 'State' && <StatesField form={form} />}
      {target === 'Zip Code' && (
        <ZipField
          input={form.getInputProps('zips')}
          zips={form.values.zips}
          onChange={(zips) => form.setFieldValue('zips', zips)}
        />
      )}
    </FormSection>
  )
}

function StatesField({ form }: SectionProps) {
  const t = useT()
  const { useStates } = formOf(useModule().module)
  const { options, query } = useStates(form.values)
  return (
    <div data-wide>
      <MultiSelect
        label={t('States')}
        withAsterisk
        // Show the codes until the names have loaded.
        data={options ?? form.values.states}
        placeholder={form.values.states.length === 0 ? t('Search states') : undefined}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('No state has this name.')}
        {...form.getInputProps('states')}
      />
      <OptionsFailure of={query} />
    </div>
  )
}
