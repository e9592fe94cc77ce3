import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import type { SectionProps } from './section-props.ts'

/** `clientField`: selects the client, if an agency creates the campaign. */
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
