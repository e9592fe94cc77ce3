import { PasswordInput, Skeleton } from '@mantine/core'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { readFactorSettings } from '#contract/sign-in/second-factor.ts'
import type { FactorKind } from '#contract/sign-in/session.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { CodeInput } from '../second-factor/code-input.tsx'
import { SendCode } from '../second-factor/send-code.tsx'

/**
 * Asks for the password, and for a code if two-factor authentication is on, when a call requires recent authentication.
 * The call is then retried automatically, or fails if the dialog is canceled.
 */
export function ReauthenticateDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const t = useT()
  const me = useMe()
  const settings = useCall(readFactorSettings, { params: { userId: me.id } })
  const factor: FactorKind | null = settings.data?.two_factor_auth_type ?? null
  const prove = useAction(reauthenticate, { invalidates: [] })
  const server = useServerForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value: string) => (value === '' ? t('Enter your current password.') : null),
      code: (value: string) => (factor !== null && value.trim() === '' ? t('Enter the code.') : null),
    },
    send: ({ password, code }) =>
      prove.mutateAsync({ body: { password, code: code.trim() === '' ? undefined : code.trim() } }),
    onDone: () => onClose(true),
    isTransient: true,
  })
  return (
    <FormDialog
      opened
      onClose={() => onClose(false)}
      title={t('Confirm your identity')}
      description={t('This protects your account. You won’t be asked again for ten minutes.')}
      form={server}
      submitLabel={t('Confirm')}
      size="sm"
    >
      {settings.error && !settings.data && <FailureNote failure={settings.error} onRetry={settings.refetch} />}
      {settings.isPending && <Skeleton height={60} />}
      {settings.data && (
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          data-autofocus
          withAsterisk
          {...server.form.getInputProps('password')}
        />
      )}
      {factor === 'email' && <SendCode />}
      {factor && (
        <CodeInput
          label={factor === 'google' ? t('Code from your authenticator') : t('Code from the email')}
          description={t('Or one of your recovery codes.')}
          withAsterisk
          {...server.form.getInputProps('code')}
        />
      )}
    </FormDialog>
  )
}
