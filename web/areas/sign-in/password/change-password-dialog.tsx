import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { changePassword } from '#contract/sign-in/password.ts'
import { passwordProblem, passwordTexts } from '#contract/sign-in/password-rules.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { useMe } from '../../../session/me.ts'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { MessageDialog } from '../../../shells/message-dialog.tsx'
import { useServerForm } from '../../../shells/server-form.ts'

type Values = { current: string; password: string; again: string }

function useChangePassword(onDone: (message: string) => void) {
  const t = useT()
  const me = useMe()
  const { mutateAsync } = useAction(changePassword, { invalidates: [] })
  const words = [me.email, me.name, me.companyName, brand().name]
  return useServerForm<Values, { message: string }>({
    initialValues: { current: '', password: '', again: '' },
    isTransient: true,
    // R126: all three fields are required, and the new password must match its repetition.
    validate: {
      current: (value) => (value === '' ? t('Enter your current password.') : null),
      password: (value) => {
        if (value === '') return t('Enter a new password.')
        const problem = passwordProblem(value, { kind: me.kind, words })
        return problem && t(passwordTexts[problem])
      },
      again: (value, { password }) => {
        if (value === '') return t('Enter the new password again.')
        return value === password ? null : t('The two passwords differ.')
      },
    },
    send: ({ current, password }) =>
      mutateAsync({ body: { userId: me.id, currentPassword: current, newPassword: password } }),
    onDone: ({ message }) => onDone(message),
    fieldNames: { currentPassword: 'current', newPassword: 'password' },
  })
}

/** Change Password (S078). The success message is shown for two seconds, then the dialog closes (R128). */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [message, setMessage] = useState<string>()
  const form = useChangePassword(setMessage)
  if (message !== undefined)
    return <MessageDialog title={t('Change Password')} message={t(message)} onClose={onClose} />
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Change Password')}
      description={t('You stay signed in here; every other device is signed out.')}
      form={form}
      submitLabel={t('Save password')}
      size="sm"
    >
      <PasswordInput
        label={t('Current password')}
        autoComplete="current-password"
        data-autofocus
        {...form.form.getInputProps('current')}
      />
      <PasswordInput label={t('New password')} autoComplete="new-password" {...form.form.getInputProps('password')} />
      <PasswordInput
        label={t('New password again')}
        autoComplete="new-password"
        {...form.form.getInputProps('again')}
      />
    </FormDialog>
  )
}
