import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { mailProblems, sendTestMail } from '#contract/mails/mail-server.ts'
import { saveSetting, readSetting, type SettingNamed } from '#contract/settings/settings.ts'
import type { CallInput } from '../../../api/call.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import { MailDomainCard } from './mail-domain-card.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { useSetting, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

type Smtp = SettingNamed<'smtp'>

export function MailServerSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'smtp')
  return (
    <Loaded of={storedSetting}>
      {(setting) => (
        <div className={styles.form}>
          <MailWay company={company} storedSetting={storedSetting} setting={setting} />
          <MailServerForm company={company} storedSetting={storedSetting} setting={setting} />
          {setting.host && <MailDomainCard key={setting.from_email} company={company} />}
        </div>
      )}
    </Loaded>
  )
}

const states: Readonly<Record<Smtp['state'], { tone: Tone; text: Text }>> = {
  none: { tone: 'plain', text: msg('Email is sent through the platform') },
  ok: { tone: 'ok', text: msg('Email is sent through your server') },
  failing: { tone: 'bad', text: msg('Your server is failing') },
}

type MailWayProps = { company: SettingsTarget; storedSetting: StoredSetting<'smtp'>; setting: Smtp }

/** How email is currently sent, the mail server's status, and a button for a test email (C179). */
function MailWay({ company, storedSetting, setting }: MailWayProps) {
  const t = useT()
  const format = useFormat()
  const [isRemoving, setRemoving] = useState(false)
  const send = useAction(sendTestMail, { invalidates: [], onDone: ({ message }) => notifyDone(t(message)) })
  const { tone, text } = states[setting.state]
  return (
    <TitledCard title={t('Mail')}>
      <div className={styles.form}>
        <div className={styles.state} role="status">
          <div className={styles.stateName}>
            {setting.host && (
              <bdi dir="ltr">
                {setting.host}:{setting.port}
              </bdi>
            )}
            <StatusBadge tone={tone}>{t(text)}</StatusBadge>
          </div>
          <div className={styles.stateTime}>
            {t('Invitations, codes, reports and warnings to your team and clients.')}
          </div>
        </div>
        {setting.state === 'failing' && (
          <Alert color="red">
            {setting.cause && <div>{t(mailProblems[setting.cause])}</div>}
            {setting.failing_since &&
              t('Failing since {when}. Until it works again, email goes through the platform; nothing is lost.', {
                when: format.dateTime(setting.failing_since),
              })}
          </Alert>
        )}
        {send.error && <FailureNote failure={send.error} />}
        <div className={styles.bar}>
          {setting.host && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {t('Remove mail server')}
            </Button>
          )}
          <Button
            variant="default"
            loading={send.isPending}
            onClick={() => send.mutate({ body: { companyId: company.companyId } })}
          >
            {t('Send me a test email')}
          </Button>
        </div>
      </div>
      {isRemoving && (
        <RemoveMailServer
          company={company}
          storedSetting={storedSetting}
          setting={setting}
          onClose={() => setRemoving(false)}
        />
      )}
    </TitledCard>
  )
}

type RemoveProps = MailWayProps & { onClose: () => void }

function RemoveMailServer({ company, storedSetting, setting, onClose }: RemoveProps) {
  const t = useT()
  const { settingName, port, security } = setting
  const empty = { host: '', username: '', from_name: '', from_email: '' }
  // A server that somebody else has set up since this page was read is not removed unseen.
  const body = { companyId: company.companyId, settingName, port, security, ...empty, version: storedSetting.version }
  return (
    <ConfirmAction
      title={t('Remove this mail server?')}
      confirmLabel={t('Remove mail server')}
      operation={saveSetting}
      input={{ body } as CallInput<typeof saveSetting>}
      invalidates={[readSetting]}
      onFailed={storedSetting.refetch}
      onClose={onClose}
    >
      {t('Email is sent through the platform again, under your name.')}
    </ConfirmAction>
  )
}
