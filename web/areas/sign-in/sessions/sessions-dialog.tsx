import { Button, Skeleton, Tabs } from '@mantine/core'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { endOtherSessions, endSession, listSessions } from '#contract/sign-in/own-sessions.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { Dialog } from '../../../shells/dialog.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { SecurityEvents } from './security-events.tsx'
import styles from './sessions-dialog.module.css'

type Session = AnswerOf<typeof listSessions>['data'][number]

/** The user's own sessions; owners also see security events of their company's accounts. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const readsEvents = me.kind === 'agencyOwner' || me.kind === 'rootSystem'
  return (
    <Dialog opened onClose={onClose} title={t('Sessions')} size="lg">
      {readsEvents ? (
        <Tabs defaultValue="own" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="own">{t('Your sessions')}</Tabs.Tab>
            <Tabs.Tab value="events">{t('Security events')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="own">
            <OwnSessions onClose={onClose} />
          </Tabs.Panel>
          <Tabs.Panel value="events">
            <SecurityEvents />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <OwnSessions onClose={onClose} />
      )}
    </Dialog>
  )
}

/** Lists the user's sessions and lets them end each one. */
function OwnSessions({ onClose }: { onClose: () => void }) {
  const t = useT()
  const sessions = useCall(listSessions, {}, { alwaysFresh: true })
  const notifySuccess = ({ message }: { message: string }): void => notifyDone(t(message))
  const showFailure = (failure: Error): void => notifyFailed(failure.message)
  const one = useAction(endSession, { invalidates: [listSessions], onDone: notifySuccess })
  const others = useAction(endOtherSessions, { invalidates: [listSessions], onDone: notifySuccess })
  const rows = sessions.data?.data ?? []
  return (
    <>
      <p className={styles.lead}>
        {t('Devices signed in to your account. Sign out any you don’t recognize, then change your password.')}
      </p>
      {sessions.error && !sessions.data && <FailureNote failure={sessions.error} onRetry={sessions.refetch} />}
      {sessions.isPending && <Skeleton height={140} />}
      <ul className={styles.list}>
        {rows.map((row) => (
          <SessionRow
            key={row.id}
            row={row}
            busy={one.isPending && one.variables.params.id === row.id}
            onEnd={() => one.mutate({ params: { id: row.id } }, { onError: showFailure })}
          />
        ))}
      </ul>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        {rows.length > 1 && (
          <Button
            color="red"
            loading={others.isPending}
            onClick={() => others.mutate({ body: {} }, { onError: showFailure })}
          >
            {t('Sign out everywhere else')}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

function SessionRow({ row, busy, onEnd }: { row: Session; busy: boolean; onEnd: () => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.device}>
          <Bdi>{t(row.device)}</Bdi>
          {row.current && <StatusBadge tone="ok">{t('This device')}</StatusBadge>}
        </span>
        <span className={styles.facts}>
          <Bdi>{row.host}</Bdi>
          {row.address && <Bdi>{row.address}</Bdi>}
          <span>{t('Last active {time}', { time: format.dateTime(row.last_used_at) })}</span>
        </span>
      </div>
      {!row.current && (
        <Button variant="default" size="xs" loading={busy} onClick={onEnd}>
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}
