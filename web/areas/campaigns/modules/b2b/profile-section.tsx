import { MultiSelect, Radio, Select, Stack, Textarea } from '@mantine/core'
import { maxRules, type ProfileMatch } from '#contract/campaigns/module-fields/b2b.ts'
import { companySizes, departments, industries, seniorities } from '#contract/campaigns/profile/kinds.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { OptionsFailure } from '../../../../shells/options-failure.tsx'
import type { SectionProps } from '../../setup/section-props.ts'
import { useAllStates } from '../../../../shells/use-all-states.ts'
import { sizeText } from './size-text.ts'

const matches: readonly { value: ProfileMatch; label: Text; note: Text }[] = [
  { value: 'all', label: msg('All rules'), note: msg('Fewer leads, best fit.') },
  { value: 'least', label: msg('At least some rules'), note: msg('Unknown information never meets a rule.') },
  { value: 'any', label: msg('Any rule'), note: msg('Most leads.') },
]

/** Target jobs and companies of the campaign. */
export function ProfileSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Customer profile')}
      description={t('Visitors become leads if their job and company meet these rules. Leave a rule blank to skip it.')}
    >
      <CompanyRules form={form} />
      <JobRules form={form} />
      <Radio.Group data-wide label={t('Rules to meet')} {...form.getInputProps('profileMatch')}>
        <Stack gap="xs" mt="xs">
          {matches.map(({ value, label, note }) => (
            <Radio key={value} value={value} label={t(label)} description={t(note)} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.profileMatch === 'least' && <LeastRules form={form} />}
    </FormSection>
  )
}

function LeastRules({ form }: SectionProps) {
  const t = useT()
  const counts = Array.from({ length: maxRules }, (_, at) => at + 1)
  return (
    <Select
      label={t('Number of rules')}
      allowDeselect={false}
      data={counts.map((count) => ({
        value: String(count),
        label: t('{count, plural, one {At least # rule} other {At least # rules}}', { count }),
      }))}
      {...form.getInputProps('minRules')}
    />
  )
}

function CompanyRules({ form }: SectionProps) {
  const t = useT()
  const format = useFormat()
  const { options: states, query } = useAllStates()
  return (
    <>
      <Choice
        label={t('Industries')}
        empty={t('Any industry')}
        data={industries.map(({ id, name }) => ({ value: id, label: t(name) }))}
        form={form}
        name="industries"
      />
      <Choice
        label={t('Employees')}
        empty={t('Any size')}
        data={companySizes.map(({ id }) => ({ value: id, label: sizeText(id, format) }))}
        form={form}
        name="companySizes"
      />
      <Choice
        label={t('Headquarters in')}
        empty={t('Any state')}
        data={states ?? form.values.headquarters}
        form={form}
        name="headquarters"
      />
      <OptionsFailure of={query} />
    </>
  )
}

function JobRules({ form }: SectionProps) {
  const t = useT()
  return (
    <>
      <Choice
        label={t('Seniority')}
        empty={t('Any seniority')}
        data={seniorities.map(({ id, name }) => ({ value: id, label: t(name) }))}
        form={form}
        name="seniorities"
      />
      <Choice
        label={t('Departments')}
        empty={t('Any department')}
        data={departments.map(({ id, name }) => ({ value: id, label: t(name) }))}
        form={form}
        name="departments"
      />
      <div data-wide>
        <Textarea
          label={t('Job titles')}
          description={t('One per line. Short and long forms are the same: CEO also finds Chief Executive Officer.')}
          placeholder={'Chief Marketing Officer\nVP Sales'}
          dir="auto"
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('jobTitles')}
        />
      </div>
    </>
  )
}

type ChoiceProps = SectionProps & {
  label: string
  /** Placeholder while nothing is selected. */
  empty: string
  data: { value: string; label: string }[] | string[]
  name: 'industries' | 'companySizes' | 'seniorities' | 'departments' | 'headquarters'
}

function Choice({ form, label, empty, data, name }: ChoiceProps) {
  const t = useT()
  return (
    <MultiSelect
      label={label}
      data={data}
      placeholder={form.values[name].length === 0 ? empty : undefined}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={t('Nothing has this name.')}
      {...form.getInputProps(name)}
    />
  )
}
