import { Button, Skeleton } from '@mantine/core'
import { causeTexts } from '#contract/integrations/causes.ts'
import {
  listEventMessages,
  replayEventMessages,
  type EventEndpoint,
  type EventMessage,
} from '#contract/developers/event-webhooks.ts'
import { call } from '../../../api/call.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { useMoreList } from '../../../shells/more-table.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import styles from './webhooks.module.css'
import { messageStates, typeTexts } from './words.ts'

const allFailed = 'all failed'

type MessagesDialogProps = { endpoint: EventEndpoint; onClose: () => void }

/** A webhook's latest messages with every attempt. One message or all failed ones can be resent. */
export function MessagesDialog({ endpoint, onClose }: MessagesDialogProps) {
  const t = useT()
  const params = { id: endpoint.id }
  const list = useMessages(endpoint.id)
  const replay = useAction(replayEventMessages, {
    invalidates: [listEventMessages],
    onDone: ({ count }) =>
      notifyDone(t('{count, plural, one {Resending # message} other {Resending # messages}}', { count })),
  })
  // As a notice, because the dialog may be closed by then.
  const resend = (body: { message_id?: string; since?: string }): void =>
    replay.mutate({ params, body }, { onError: ({ message }) => notifyFailed(message) })
  const resending = replay.isPending ? (replay.variables.body?.message_id ?? allFailed) : null
  const isOff = endpoint.status === 'disabled'
  const messages = list.rows
  const showsFailed = messages?.some(({ status }) => status === 'dead') ?? false
  // One that failed may be on a later page.
  const failures = useCall(
    listEventMessages,
    { params, query: { limit: 1, status: 'dead' } },
    { enabled: list.hasMore && !showsFailed },
  )
  const hasFailed = showsFailed || (list.hasMore && (failures.data?.data.length ?? 0) > 0)
  return (
    <Dialog opened onClose={onClose} title={t('Messages')} size="lg">
      {list.error && !messages && <FailureNote failure={list.error} onRetry={list.refetch} />}
      {!list.error && !messages && <Skeleton height={200} />}
      {messages?.length === 0 && (
        <EmptyState
          title={t('No messages yet')}
          hint={t('Send a test to see one here. Messages are kept for 30 days.')}
        />
      )}
      <ul className={styles.messages}>
        {messages?.map((message) => (
          <Message
            key={message.id}
            message={message}
            resending={resending}
            onReplay={isOff ? undefined : () => resend({ message_id: message.id })}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="default" size="xs" mt="sm" loading={list.loadingMore} onClick={list.loadMore}>
          {t('Show more')}
        </Button>
      )}
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        {hasFailed && !isOff && (
          <Button
            loading={resending === allFailed}
            disabled={resending !== null && resending !== allFailed}
            onClick={() => resend({ since: new Date(0).toISOString() })}
          >
            {t('Resend failed')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

const useMessages = (id: string) =>
  useMoreList<EventMessage>(
    [listEventMessages.name, 'pages', id],
    async (cursor, signal) => {
      const page = await call(listEventMessages, { params: { id }, query: { limit: 50, cursor }, signal })
      return { data: page.data, next: page.next_cursor }
    },
    3_000,
  )

type MessageProps = {
  message: EventMessage
  /** What is being resent: the id of a message, `allFailed`, or nothing. */
  resending: string | null
  onReplay: (() => void) | undefined
}

function Message({ message, resending, onReplay }: MessageProps) {
  const t = useT()
  const format = useFormat()
  const state = messageStates[message.status]
  return (
    <li className={styles.message}>
      <div className={styles.head}>
        <span>{t(typeTexts[message.type])}</span>
        <StatusBadge tone={state.tone} pulse={message.status === 'waiting'}>
          {t(state.text)}
        </StatusBadge>
      </div>
      <p className={styles.note}>
        {format.dateTime(message.created_at)} · <bdi dir="ltr">{message.id}</bdi>
      </p>
      {message.attempts.map((attempt) => (
        <p key={attempt.at} className={styles.note}>
          {[
            format.dateTime(attempt.at),
            attempt.outcome === 'delivered' ? t('Delivered') : t('Failed'),
            attempt.cause && t(causeTexts[attempt.cause]),
            attempt.http_status !== null && t('Responded with {status}', { status: attempt.http_status }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ))}
      {onReplay && message.status !== 'waiting' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={resending === message.id}
          disabled={resending !== null && resending !== message.id}
          onClick={onReplay}
          className={styles.again}
        >
          {t('Resend')}
        </Button>
      )}
    </li>
  )
}
