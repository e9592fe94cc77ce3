import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import { forceLowercase } from '../../../ui/lowercase.ts'

/** Validates the name and email address of an invited person. */
export const personRules = (t: Translate) => ({
  name: (name: string) => (name.trim() ? null : t('Enter the full name')),
  email: (email: string) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : t('Enter an email address')),
})

/** Name and email address; only the person themselves can change the address of an existing account. */
export function PersonFields({
  form,
  isNew,
}: {
  form: { getInputProps: (field: 'name' | 'email') => GetInputPropsReturnType }
  isNew: boolean
}) {
  const t = useT()
  return (
    <>
      <TextInput data-autofocus label={t('Full name')} withAsterisk maxLength={255} {...form.getInputProps('name')} />
      <TextInput
        label={t('Email')}
        type="email"
        dir="ltr"
        ref={forceLowercase}
        withAsterisk
        disabled={!isNew}
        maxLength={254}
        {...form.getInputProps('email')}
      />
    </>
  )
}
