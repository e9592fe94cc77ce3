import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { listSecurityEvents, type SecurityEvent } from '#contract/activity/security-events.ts'
import { keyActor } from '#contract/activity/user-logs.ts'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { notifyFailed } from '../../../shells/notify.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import styles from './sessions-dialog.module.css'

/** Display texts of the audit log's event names. */
const titles: Readonly<Record<string, Text>> = {
  'security.passwordChanged': msg('Password changed'),
  'security.passwordReset': msg('New password set by an emailed link'),
  'security.passwordChosen': msg('First password chosen by an invited person'),
  'security.newDevice': msg('Signed in on a new device'),
  'security.sessionStolen': msg('Session ended: an old key was reused'),
  'security.signInRefused': msg('Sign-in refused'),
  'security.factorOn': msg('Two-factor authentication turned on'),
  'security.factorChanged': msg('Two-factor authentication changed'),
  'security.factorOff': msg('Two-factor authentication turned off'),
  'security.recoveryCodeUsed': msg('Recovery code used'),
  'security.recoveryCodesMade': msg('New recovery codes generated'),
  'security.sessionsEnded': msg('Signed out everywhere'),
  'security.emailChanged': msg('Email address changed'),
  'security.viewBegan': msg('Support started viewing the account'),
  'security.viewEnded': msg('Support stopped viewing the account'),
  'team.roleAdded': msg('Role added'),
  'team.roleChanged': msg('Role changed'),
  'team.roleRemoved': msg('Role removed'),
  'team.administratorInvited': msg('Administrator invited'),
  'team.administratorChanged': msg('Administrator changed'),
  'team.administratorRemoved': msg('Administrator removed'),
  'team.colleagueInvited': msg('Colleague invited'),
  'team.colleagueChanged': msg('Colleague’s rights changed'),
  'team.colleagueRemoved': msg('Colleague removed'),
  'team.salesInvited': msg('Sales person invited'),
  'team.salesChanged': msg('Sales person changed'),
  'team.salesRemoved': msg('Sales person removed'),
  'account.registered': msg('Company registered'),
  'account.signedIn': msg('Signed in'),
  'account.logout': msg('Signed out'),
  'account.signedInBySso': msg('Signed in with single sign-on'),
  'developer.credentialMade': msg('Developer key created'),
  'developer.credentialRemoved': msg('Developer key removed'),
  'developer.secretShown': msg('Secret key shown'),
  'developer.ssoIssued': msg('Single sign-on token issued'),
  'agreement.accepted': msg('Agreement accepted'),
}

/** By an agency's owner, who is named beside it; the operator's people are not. */
const ownViews: Readonly<Record<string, Text>> = {
  'security.viewBegan': msg('Started viewing the account'),
  'security.viewEnded': msg('Stopped viewing the account'),
}

const textOf = ({ action, actor }: SecurityEvent): Text =>
  (actor === null ? undefined : ownViews[action]) ??
  titles[action] ??
  (action.startsWith('view.') ? msg('Changed in view mode') : msg('Account changed'))

/** The security events of an owner's company, newest first. */
export function SecurityEvents() {
  const t = useT()
  const first = useCall(listSecurityEvents, {})
  const [more, setMore] = useState<{ data: SecurityEvent[]; next: number | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const next = more ? more.next : (first.data?.next ?? null)
  const events = [...(first.data?.data ?? []), ...(more?.data ?? [])]
  const load = async (): Promise<void> => {
    setBusy(true)
    try {
      const page = await call(listSecurityEvents, { query: { before: next! } })
      setMore({ data: [...(more?.data ?? []), ...page.data], next: page.next })
    } catch (failure) {
      notifyFailed((failure as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p className={styles.lead}>
        {t('New sign-ins, permissions, and changes to accounts of your company and those below it.')}
      </p>
      {first.error && !first.data && <FailureNote failure={first.error} onRetry={first.refetch} />}
      {first.isPending && <Skeleton height={140} />}
      {first.data && events.length === 0 && <p className={styles.lead}>{t('No events yet.')}</p>}
      <ul className={styles.list}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {next !== null && (
        <Button variant="default" loading={busy} onClick={() => void load()} fullWidth>
          {t('Show more')}
        </Button>
      )}
    </>
  )
}

function EventRow({ event }: { event: SecurityEvent }) {
  const t = useT()
  const format = useFormat()
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.device}>
          {t(textOf(event))}
          {event.target && <Bdi>{event.target}</Bdi>}
        </span>
        <span className={styles.facts}>
          <Bdi>
            {event.actor === keyActor
              ? t('Developer API')
              : (event.actor ??
                t(event.action === 'security.signInRefused' ? msg('No signed-in user') : msg('Support')))}
          </Bdi>
          {event.subject && (
            <span>
              {t('Account')}: <Bdi>{event.subject}</Bdi>
            </span>
          )}
          {event.reason && <Bdi>{event.reason}</Bdi>}
          {event.address && <Bdi>{event.address}</Bdi>}
          <time dateTime={event.at}>{format.dateTime(event.at)}</time>
        </span>
      </div>
    </li>
  )
}
