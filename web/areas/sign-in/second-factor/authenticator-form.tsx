import { Skeleton } from '@mantine/core'
import { readAuthenticatorSetup } from '#contract/sign-in/second-factor.ts'
import type { FactorKind } from '#contract/sign-in/session.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { CopyField } from '../../../shells/copy-field.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useFilled } from '../../../shells/use-filled.ts'
import { CodeInput } from './code-input.tsx'
import { useFactorForm, type FactorDone } from './factor-form.tsx'
import styles from './second-factor.module.css'

type AuthenticatorFormProps = {
  current: FactorKind | null
  onDone: (done: FactorDone) => void
  onCancel: () => void
}

/** The authenticator step (R090): a QR code to scan, the secret for manual entry, and a code to verify the setup. */
export function AuthenticatorForm(props: AuthenticatorFormProps) {
  const t = useT()
  const me = useMe()
  const setup = useCall(readAuthenticatorSetup, { params: { userId: me.id, companyId: me.companyId } })
  // The server's secret changes every few minutes; the one that was scanned stays until it is too old.
  const { answer, reload } = useFilled(setup)
  const form = useFactorForm({ ...props, change: 'google' }, { secretKey: answer?.secretKey, onTooOld: reload })
  return (
    <FormDialog
      opened
      onClose={props.onCancel}
      title={t('Authenticator')}
      description={t('Scan the QR code, then enter the 6-digit code.')}
      form={form}
      submitLabel={t('Save')}
    >
      {setup.error && !answer && <FailureNote failure={setup.error} onRetry={setup.refetch} />}
      {!setup.error && !answer && <Skeleton height={200} />}
      {answer && (
        <>
          <img src={answer.qrCodeUrl} alt={t('QR code for your authenticator')} className={styles.qr} />
          <CopyField label={t('Or enter this key manually')} value={answer.secretKey} grouped />
        </>
      )}
      <CodeInput label={t('Code from the authenticator')} data-autofocus {...form.form.getInputProps('code')} />
    </FormDialog>
  )
}
