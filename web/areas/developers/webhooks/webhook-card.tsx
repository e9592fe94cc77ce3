import { Button } from '@mantine/core'
import { causeTexts } from '#contract/integrations/causes.ts'
import {
  changeEventWebhook,
  listEventMessages,
  listEventWebhooks,
  testEventWebhook,
  type EventEndpoint,
} from '#contract/developers/event-webhooks.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Open } from './open.ts'
import styles from './webhooks.module.css'
import { endpointStates, eventTexts } from './words.ts'

/** Disabled because of failures, not manually. */
const isPaused = ({ status, cause }: EventEndpoint): boolean => status === 'disabled' && cause !== 'switched_off'

type WebhookCardProps = { endpoint: EventEndpoint; onOpen: (open: Open) => void }

/** One endpoint with its events, status and actions. */
export function WebhookCard({ endpoint, onOpen }: WebhookCardProps) {
  const t = useT()
  const format = useFormat()
  const state = endpointStates[endpoint.status]
  return (
    <Card>
      <section className={styles.webhook} aria-label={endpoint.url}>
        <div className={styles.head}>
          <bdi dir="ltr" className={styles.url}>
            {endpoint.url}
          </bdi>
          <StatusBadge tone={state.tone}>{t(state.text)}</StatusBadge>
        </div>
        <p className={styles.note}>{endpoint.events.map((event) => t(eventTexts[event])).join(' · ')}</p>
        {endpoint.cause && <p className={styles.note}>{t(causeTexts[endpoint.cause])}</p>}
        {isPaused(endpoint) && (
          <p className={styles.note}>
            {t('Send a test once the cause is fixed: if it arrives, the webhook is turned on again.')}
          </p>
        )}
        {endpoint.previous_secret_until && (
          <p className={styles.note}>
            {t('The old secret stays valid until {when}.', { when: format.dateTime(endpoint.previous_secret_until) })}
          </p>
        )}
        <Actions endpoint={endpoint} onOpen={onOpen} />
      </section>
    </Card>
  )
}

function Actions({ endpoint, onOpen }: WebhookCardProps) {
  const t = useT()
  const isOff = endpoint.status === 'disabled'
  const onError = { onError: ({ message }: { message: string }) => notifyFailed(message) }
  const send = useAction(testEventWebhook, {
    invalidates: [listEventMessages, listEventWebhooks],
    onDone: () => notifyDone(t('A test message is on its way.')),
  })
  const change = useAction(changeEventWebhook, { invalidates: [listEventWebhooks] })
  const params = { id: endpoint.id }
  return (
    <div className={styles.actions}>
      <Button size="xs" variant="default" onClick={() => onOpen({ kind: 'messages', endpoint })}>
        {t('Messages')}
      </Button>
      {(!isOff || isPaused(endpoint)) && (
        <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate({ params }, onError)}>
          {t('Send test')}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => onOpen({ kind: 'form', endpoint })}>
        {t('Edit')}
      </Button>
      <Button size="xs" variant="default" onClick={() => onOpen({ kind: 'newSecret', endpoint })}>
        {t('New secret')}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ params, body: { enabled: isOff } }, onError)}
      >
        {isOff ? t('Turn on') : t('Turn off')}
      </Button>
      <Button size="xs" variant="subtle" color="red" onClick={() => onOpen({ kind: 'remove', endpoint })}>
        {t('Remove webhook')}
      </Button>
    </div>
  )
}
