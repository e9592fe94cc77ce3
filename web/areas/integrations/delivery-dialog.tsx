import { Button, Skeleton } from '@mantine/core'
import { causeTexts } from '#contract/integrations/causes.ts'
import {
  getDelivery,
  listDeliveries,
  resendDelivery,
  type DeliveryAttempt,
  type DeliveryDetail,
} from '#contract/integrations/deliveries.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { Dialog } from '../../shells/dialog.tsx'
import { DetailList, type Detail } from '../../shells/detail-list.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { notifyFailed } from '../../shells/notify.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Timeline, type TimelineEntry } from '../../shells/timeline.tsx'
import styles from './delivery-line.module.css'
import { mayChangeDeliveries } from './may-change.ts'
import { deliveryState, kindTexts } from './words.ts'

const entryOf = (attempt: DeliveryAttempt, t: Translate): TimelineEntry => ({
  key: attempt.id,
  at: attempt.at,
  tone: attempt.outcome === 'delivered' ? 'ok' : 'bad',
  title: attempt.outcome === 'delivered' ? t('Delivered') : t('Failed'),
  note: [
    attempt.cause && t(causeTexts[attempt.cause]),
    attempt.http_status !== null && t('Responded with {status}', { status: attempt.http_status }),
    t('{n} ms', { n: attempt.duration_ms }),
  ]
    .filter(Boolean)
    .join(' · '),
})

type DeliveryDialogProps = {
  /** Null while closed: the dialog stays mounted, so that focus can return to the element that opened it. */
  id: string | null
  onClose: () => void
}

/** One delivery with every attempt, its cause and the next attempt; it can be resent manually. */
export function DeliveryDialog({ id, onClose }: DeliveryDialogProps) {
  const t = useT()
  return (
    <Dialog opened={id !== null} onClose={onClose} title={t('Delivery')} size="lg">
      {id !== null && <DeliveryBody id={id} onClose={onClose} />}
    </Dialog>
  )
}

function DeliveryBody({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const mayChange = mayChangeDeliveries(useMe())
  const delivery = useCall(getDelivery, { params: { id } }, { refetchEvery_ms: 3_000 })
  const resend = useAction(resendDelivery, { invalidates: [getDelivery, listDeliveries] })
  // As a notice, because the dialog may be closed by then.
  const sendAgain = (): void =>
    resend.mutate({ body: { delivery_id: id } }, { onError: ({ message }) => notifyFailed(message) })
  const data = delivery.data?.data
  // A poll that fails does not replace what is shown.
  const failure = data ? null : delivery.error
  return (
    <>
      {failure && <FailureNote failure={failure} onRetry={delivery.refetch} />}
      {!failure && <DeliveryFacts delivery={data} />}
      <div className={styles.tries}>
        {!data && !failure && <Skeleton height={80} />}
        {data?.tries.length === 0 && <p>{t('Not attempted yet.')}</p>}
        {data && <Timeline entries={data.tries.map((attempt) => entryOf(attempt, t))} />}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        {mayChange && (
          <Button onClick={sendAgain} loading={resend.isPending} disabled={!data || data.sending}>
            {t('Resend')}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

function DeliveryFacts({ delivery }: { delivery: DeliveryDetail | undefined }) {
  const t = useT()
  const format = useFormat()
  const state = delivery && deliveryState(delivery)
  const items: Detail[] = [
    {
      label: t('Status'),
      value: state ? (
        <StatusBadge tone={state.tone} pulse={state.pulse}>
          {t(state.text)}
        </StatusBadge>
      ) : null,
    },
    { label: t('Channel'), value: delivery ? t(kindTexts[delivery.kind]) : null },
    { label: t('Destination'), value: delivery ? <bdi>{delivery.target}</bdi> : null, wide: true },
    { label: t('Attempts'), value: delivery ? format.number(delivery.attempts) : null },
    { label: t('Message id'), value: delivery ? <bdi>{delivery.id}</bdi> : null, wide: true },
  ]
  if (delivery?.next_attempt_at)
    items.splice(3, 0, { label: t('Next attempt'), value: format.dateTime(delivery.next_attempt_at) })
  return <DetailList items={items} loading={!delivery} />
}
