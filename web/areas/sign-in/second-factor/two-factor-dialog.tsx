import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { readFactorSettings, readAuthenticatorSetup } from '#contract/sign-in/second-factor.ts'
import type { FactorKind } from '#contract/sign-in/session.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { CopyField } from '../../../shells/copy-field.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { MessageDialog } from '../../../shells/message-dialog.tsx'
import { ShowOnceDialog } from '../../../shells/show-once-dialog.tsx'
import { useFilled } from '../../../shells/use-filled.ts'
import { CodeInput } from './code-input.tsx'
import { FactorChoice } from './factor-choice.tsx'
import { FactorForm, type FactorChange, type FactorDone, useFactorForm } from './factor-form.tsx'
import styles from './second-factor.module.css'

/**
 * Two Factor Authentication (S079): choosing a method, then its step. Choosing the active method turns it off, choosing
 * the other one turns that on (R089); Cancel returns to the choice (R090).
 */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const settings = useCall(readFactorSettings, { params: { userId: me.id } })
  const [change, setChange] = useState<FactorChange | null>(null)
  const [outcome, setOutcome] = useState<FactorDone | null>(null)
  const current: FactorKind | null = settings.data?.two_factor_auth_type ?? null
  const back = (): void => setChange(null)
  if (outcome && outcome.recovery_codes.length > 0)
    return <RecoveryCodes codes={outcome.recovery_codes} onClose={onClose} />
  if (outcome)
    return <MessageDialog title={t('Two Factor Authentication')} message={t(outcome.message)} onClose={onClose} />
  if (change === 'google') return <AuthenticatorForm current={current} onDone={setOutcome} onCancel={back} />
  if (change) return <FactorForm change={change} current={current} onDone={setOutcome} onCancel={back} />
  return <FactorChoice settings={settings} onChoose={setChange} onClose={onClose} />
}

/** The codes for signing in if the other factor is lost. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT()
  return (
    <ShowOnceDialog opened onClose={onClose} title={t('Your recovery codes')} confirmLabel={t('I’ve saved them')}>
      <CopyField
        label={t('Each works once in place of a code')}
        description={t('Save them where you keep your passwords. You won’t see them again.')}
        value={codes.join('\n')}
      />
      <div className={styles.keep}>
        <Button
          component="a"
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
          download="recovery-codes.txt"
        >
          {t('Download codes')}
        </Button>
        <Button variant="default" size="xs" leftSection={<IconPrinter size={14} />} onClick={() => window.print()}>
          {t('Print codes')}
        </Button>
      </div>
    </ShowOnceDialog>
  )
}

type AuthenticatorFormProps = {
  current: FactorKind | null
  onDone: (done: FactorDone) => void
  onCancel: () => void
}

/** The authenticator step (R090): a QR code to scan, the secret for manual entry, and a code to verify the setup. */
function AuthenticatorForm(props: AuthenticatorFormProps) {
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
