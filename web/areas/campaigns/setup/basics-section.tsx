import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import type { SectionProps } from './section-props.ts'

/** `clientField`: the client's choice, where the campaign is made by an agency. */
export function BasicsSection({ form, clientField }: SectionProps & { clientField: ReactNode }) {
  const t = useT()
  return (
    <FormSection title={t('Basics')} description={t('The campaign’s name in lists, reports and emails.')}>
      {clientField}
      <TextInput
        label={t('Campaign name')}
        withAsterisk
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormSection>
  )
}
