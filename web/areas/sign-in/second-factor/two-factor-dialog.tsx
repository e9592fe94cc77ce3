import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { readFactorSettings } from '#contract/sign-in/second-factor.ts'
import type { FactorKind } from '#contract/sign-in/session.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { CopyField } from '../../../shells/copy-field.tsx'
import { MessageDialog } from '../../../shells/message-dialog.tsx'
import { ShowOnceDialog } from '../../../shells/show-once-dialog.tsx'
import { AuthenticatorForm } from './authenticator-form.tsx'
import { FactorChoice } from './factor-choice.tsx'
import { FactorForm, type FactorChange, type FactorDone } from './factor-form.tsx'
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
