import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { notifyFailed } from '../../../shells/notify.tsx'
import { IconDeviceMobile, IconMail } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { readFactorSettings } from '#contract/sign-in/second-factor.ts'
import type { FactorKind } from '#contract/sign-in/session.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { CallFailure } from '../../../api/failure.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import styles from './second-factor.module.css'
import type { FactorChange } from './factor-form.tsx'

type Settings = AnswerOf<typeof readFactorSettings>

const methods: readonly { kind: FactorKind; name: Text; text: Text; icon: typeof IconMail }[] = [
  { kind: 'email', name: msg('Email'), text: msg('An email code after your password.'), icon: IconMail },
  {
    kind: 'google',
    name: msg('Authenticator'),
    text: msg('A code from an app such as Google Authenticator. Works without a connection.'),
    icon: IconDeviceMobile,
  },
]

/** What choosing a method does: choosing the active one turns it off, unless the account requires one (R089). */
const changeBy = (kind: FactorKind, settings: Settings): FactorChange | null => {
  if (settings.two_factor_auth_type !== kind) return kind
  return settings.required ? null : 'off'
}

type FactorChoiceProps = {
  settings: UseQueryResult<Settings, CallFailure>
  onChoose: (change: FactorChange) => void
  onClose: () => void
}

export function FactorChoice({ settings, onChoose, onClose }: FactorChoiceProps) {
  const t = useT()
  const { data, error, isPending, refetch } = settings
  useEffect(() => {
    // R092: show the server's message as a notice.
    if (error) notifyFailed(error.message)
  }, [error])
  return (
    <Dialog opened onClose={onClose} title={t('Two Factor Authentication')}>
      <p className={styles.lead}>{t('Passwords can be guessed or stolen. A second step keeps others out.')}</p>
      {error && !data && <FailureNote failure={error} onRetry={refetch} />}
      {isPending && <Skeleton height={170} />}
      {data && (
        <>
          <div className={styles.methods}>
            {methods.map(({ kind, name, text, icon: Icon }) => {
              const isOn = data.two_factor_auth_type === kind
              const change = changeBy(kind, data)
              return (
                <UnstyledButton
                  key={kind}
                  className={styles.method}
                  aria-pressed={isOn}
                  disabled={change === null}
                  onClick={() => change && onChoose(change)}
                >
                  <Icon size={22} stroke={1.6} className={styles.icon} aria-hidden />
                  <span className={styles.words}>
                    <span className={styles.name}>{t(name)}</span>
                    <span className={styles.text}>{t(text)}</span>
                  </span>
                  {isOn && <StatusBadge tone="ok">{t('On')}</StatusBadge>}
                </UnstyledButton>
              )
            })}
          </div>
          <p className={styles.note}>{t(noteOf(data))}</p>
          {data.two_factor_auth && (
            <p className={styles.note}>
              {t('Recovery codes left: {count}', { count: data.recovery_codes_left })}{' '}
              <Button variant="subtle" size="compact-xs" onClick={() => onChoose('codes')}>
                {t('Generate new ones')}
              </Button>
            </p>
          )}
        </>
      )}
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function noteOf(settings: Settings): Text {
  if (!settings.two_factor_auth) return msg('It is off. Choose a method to turn it on.')
  if (settings.required)
    return msg('Your account requires two-factor authentication. You can switch to the other method.')
  return msg('Choose the active method to turn it off, or the other one to switch.')
}
