import { Alert, Button, Skeleton } from '@mantine/core'
import {
  checkMailDomain,
  mailRecordStates,
  readMailDomain,
  type MailDomain,
  type MailRecordKind,
  type MailRecordState,
} from '#contract/mails/mail-domain.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import styles from '../../../shells/settings/settings.module.css'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'

type MailRecord = MailDomain['records'][number]

const kinds: Readonly<Record<MailRecordKind, { title: string; about: Text }>> = {
  spf: { title: 'SPF', about: msg('Says which servers may send email of your domain.') },
  dkim: {
    title: 'DKIM',
    about: msg(
      'A signature proves that an email is yours and unchanged. Email is signed once this record is found, and stops being signed if it disappears.',
    ),
  },
  dmarc: { title: 'DMARC', about: msg('Says what receivers do with email in your name that neither proves.') },
}

const badges: Readonly<Record<MailRecordState, { tone: Tone; text: Text }>> = {
  unknown: { tone: 'plain', text: msg('Not checked yet') },
  ok: { tone: 'ok', text: msg('Record found') },
  missing: { tone: 'warn', text: msg('Record missing') },
  differs: { tone: 'bad', text: msg('Record wrong') },
  several: { tone: 'bad', text: msg('Record wrong') },
  open: { tone: 'bad', text: msg('Record wrong') },
  invalid: { tone: 'bad', text: msg('Record wrong') },
}

/** The DNS records by which receivers trust email from the company's own sender: what is there, and what to add. */
export function MailDomainCard({ company: { companyId } }: { company: SettingsTarget }) {
  const t = useT()
  const { data, error, refetch } = useCall(readMailDomain, { params: { companyId } })
  const check = useAction(checkMailDomain, { invalidates: [readMailDomain] })
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (!data) return <Skeleton height={320} radius="md" />
  const { domain, records } = data.data
  return (
    <TitledCard title={t('So that email arrives')}>
      <div className={styles.form}>
        <p className={styles.about}>
          {t(
            'Mailboxes trust email of your domain by three DNS records. Without them, much of it lands in spam. Add what is missing at your DNS provider; it can take hours until it is seen.',
          )}
        </p>
        <DomainState shown={data.data} />
        {records.map((record) => (
          <RecordPart key={record.kind} record={record} domain={domain} />
        ))}
        {check.error && <FailureNote failure={check.error} />}
        <div className={styles.bar}>
          <Button loading={check.isPending} onClick={() => check.mutate({ body: { companyId } })}>
            {t('Check now')}
          </Button>
        </div>
      </div>
    </TitledCard>
  )
}

function DomainState({ shown: { domain, signs, checked_at, broken_since } }: { shown: MailDomain }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <div className={styles.state} role="status">
        <div className={styles.stateName}>
          <bdi dir="ltr">{domain}</bdi>
          <StatusBadge tone={signs ? 'ok' : 'plain'}>
            {signs ? t('Email is signed') : t('Email is not signed')}
          </StatusBadge>
        </div>
        <div className={styles.stateTime}>
          {checked_at ? t('Last checked {when}.', { when: format.when(checked_at) }) : t('Not checked yet.')}{' '}
          {checked_at && t('It is checked again every day.')}
        </div>
      </div>
      {broken_since && (
        <Alert color="red">
          {t('A record that was right is wrong or missing since {when}.', { when: format.dateTime(broken_since) })}
        </Alert>
      )}
    </>
  )
}

function RecordPart({ record: { kind, state, name, value, found }, domain }: { record: MailRecord; domain: string }) {
  const t = useT()
  const { title, about } = kinds[kind]
  const { tone, text } = badges[state]
  const toAdd = state === 'ok' ? '' : value
  return (
    <section className={styles.form} aria-label={title}>
      <div className={styles.state}>
        <div className={styles.stateName}>
          <bdi dir="ltr">{title}</bdi>
          <StatusBadge tone={tone}>{t(text)}</StatusBadge>
        </div>
        <div className={styles.stateTime}>{t(about)}</div>
        {state !== 'ok' && state !== 'unknown' && <div>{t(mailRecordStates[state])}</div>}
      </div>
      {found && <CopyField label={t('{kind} record of {domain}', { kind: title, domain })} value={found} />}
      {toAdd && (
        <>
          <CopyField label={t('{kind}: name of the TXT record', { kind: title })} value={name} />
          <CopyField label={t('{kind}: value of the TXT record', { kind: title })} value={toAdd} />
        </>
      )}
    </section>
  )
}
