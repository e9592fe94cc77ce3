import { makeRecoveryCodes, readFactorSettings, saveFactorSettings } from '#contract/sign-in/second-factor.ts'
import type { FactorKind } from '#contract/sign-in/session.ts'
import type { CallFailure } from '../../../api/failure.ts'
import { useAction } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import { CodeInput } from './code-input.tsx'
import { SendCode } from './send-code.tsx'

/** The change that a dialog makes: turning a method on, turning it off, or creating new recovery codes. */
export type FactorChange = FactorKind | 'off' | 'codes'
export type FactorDone = { message: string; recovery_codes: string[] }

export type FactorValues = { code: string }
type FactorFormProps = {
  change: FactorChange
  /** The method that is currently on. */
  current: FactorKind | null
  onDone: (done: FactorDone) => void
  onCancel: () => void
}

const blank = (value: string): string | undefined => (value.trim() === '' ? undefined : value.trim())

/** The form state of a change, independent of its dialog. An authenticator's secret is sent; it may be too old. */
export function useFactorForm(
  { change, current, onDone }: FactorFormProps,
  authenticator?: { secretKey: string | undefined; onTooOld: () => void },
): ServerForm<FactorValues> {
  const t = useT()
  const userId = useMe().id
  const save = useAction(saveFactorSettings, { invalidates: [readFactorSettings] })
  const codes = useAction(makeRecoveryCodes, { invalidates: [readFactorSettings] })
  const needsCode = change === 'email' || change === 'google'
  return useServerForm<FactorValues, FactorDone>({
    initialValues: { code: '' },
    isTransient: true,
    validate: {
      code: (value) => (needsCode && value.trim() === '' ? t('Enter the code.') : null),
    },
    send: (values) =>
      change === 'codes'
        ? codes.mutateAsync({ params: { userId }, body: {} })
        : save
            .mutateAsync({
              params: { userId },
              body: {
                two_factor_auth: change !== 'off',
                two_factor_auth_type: change === 'off' ? (current ?? 'email') : change,
                secretKey: authenticator?.secretKey,
                code: blank(values.code),
              },
            })
            .catch((failure: CallFailure) => {
              if (failure.fields['secretKey']) authenticator?.onTooOld()
              throw failure
            }),
    onDone,
  })
}

const titles: Readonly<Record<Exclude<FactorChange, 'google'>, { title: Text; text: Text; submit: Text }>> = {
  email: {
    title: msg('Codes by email'),
    text: msg('We’ll email you a code to check that emails reach you.'),
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
    submit: msg('Generate new codes'),
  },
}

/** Codes by email, turning off, new recovery codes. The server requests reauthentication if the last one is too old. */
export function FactorForm(props: FactorFormProps) {
  const t = useT()
  const form = useFactorForm(props)
  const { title, text, submit } = titles[props.change as keyof typeof titles]
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
      {props.change === 'email' && <SendCode />}
      {props.change === 'email' && <CodeInput label={t('Code from the email')} {...form.form.getInputProps('code')} />}
    </FormDialog>
  )
}
