import { PasswordInput } from '@mantine/core'
import { makeRecoveryCodes, readFactorSettings, saveFactorSettings } from '#contract/access/second-factor.ts'
import type { FactorKind } from '#contract/access/session.ts'
import { useAction } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import { CodeInput } from './code-input.tsx'
import { SendCode } from './send-code.tsx'

/** What a dialog is about: turning a method on, turning off, or new recovery codes. */
export type FactorChange = FactorKind | 'off' | 'codes'
export type FactorDone = { message: string; recovery_codes: string[] }

export type FactorValues = { current: string; password: string; code: string }
export type FactorFormProps = {
  change: FactorChange
  /** The method that is on. */
  current: FactorKind | null
  onDone: (done: FactorDone) => void
  onCancel: () => void
}

const blank = (value: string): string | undefined => (value.trim() === '' ? undefined : value.trim())

/** The form of a change, whatever else its dialog shows. `secretKey` comes along for an authenticator. */
export function useFactorForm(
  { change, current, onDone }: FactorFormProps,
  secretKey?: string,
): ServerForm<FactorValues> {
  const t = useT()
  const userId = useMe().id
  const save = useAction(saveFactorSettings, { invalidates: [readFactorSettings] })
  const codes = useAction(makeRecoveryCodes, { invalidates: [readFactorSettings] })
  const needsCode = change === 'email' || change === 'google'
  return useServerForm<FactorValues, FactorDone>({
    initialValues: { current: '', password: '', code: '' },
    isTransient: true,
    validate: {
      current: (value) => (current !== null && value.trim() === '' ? t('Enter the code.') : null),
      code: (value) => (needsCode && value.trim() === '' ? t('Enter the code.') : null),
      password: (value) => (value === '' ? t('Enter your current password.') : null),
    },
    send: (values) =>
      change === 'codes'
        ? codes.mutateAsync({
            params: { userId },
            body: { currpassword: values.password, currcode: values.current.trim() },
          })
        : save.mutateAsync({
            params: { userId },
            body: {
              two_factor_auth: change !== 'off',
              two_factor_auth_type: change === 'off' ? (current ?? 'email') : change,
              secretKey,
              code: blank(values.code),
              currcode: blank(values.current),
              currpassword: values.password,
            },
          }),
    onDone,
    fieldNames: { currpassword: 'password', currcode: 'current' },
  })
}

const titles: Readonly<Record<Exclude<FactorChange, 'google'>, { title: Text; text: Text; submit: Text }>> = {
  email: {
    title: msg('Codes by e-mail'),
    text: msg('We send a code to your address to see that mail reaches you.'),
    submit: msg('Save'),
  },
  off: {
    title: msg('Turn off two-factor authentication'),
    text: msg('Your password alone will be enough to sign in.'),
    submit: msg('Turn off'),
  },
  codes: {
    title: msg('New recovery codes'),
    text: msg('You get ten new codes. The old ones stop working.'),
    submit: msg('Make new codes'),
  },
}

/** Codes by mail, turning off, and new recovery codes: always with the password, and a code of the method that is on. */
export function FactorForm(props: FactorFormProps) {
  const t = useT()
  const form = useFactorForm(props)
  const { title, text, submit } = titles[props.change as keyof typeof titles]
  const mails = props.change === 'email' || props.current === 'email'
  return (
    <FormDialog
      opened
      onClose={props.onCancel}
      title={t(title)}
      description={t(text)}
      form={form}
      submitLabel={t(submit)}
      size="sm"
    >
      {mails && <SendCode />}
      {props.change === 'email' && <CodeInput label={t('Code from the mail')} {...form.form.getInputProps('code')} />}
      <ProofFields form={form} current={props.current} />
    </FormDialog>
  )
}

/** What every change asks for: a code of the method that is on, and the password. */
export function ProofFields({ form, current }: { form: ServerForm<FactorValues>; current: FactorKind | null }) {
  const t = useT()
  return (
    <>
      {current && (
        <CodeInput
          label={current === 'google' ? t('Code from your present authenticator') : t('Code from the mail')}
          description={t('Or one of your recovery codes.')}
          {...form.form.getInputProps('current')}
        />
      )}
      <PasswordInput
        label={t('Current password')}
        autoComplete="current-password"
        {...form.form.getInputProps('password')}
      />
    </>
  )
}
