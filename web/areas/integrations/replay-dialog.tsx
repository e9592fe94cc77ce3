import { Button, Checkbox, Progress, Select, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { listDeliveries, resendFailed } from '#contract/integrations/deliveries.ts'
import { getDestination, listDestinations, type DestinationRow } from '#contract/integrations/destinations.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import { SubmitError } from '../../shells/failure-note.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './delivery-line.module.css'
import { RepeatNote } from './repeat-note.tsx'

const hour_ms = 3_600_000
const spans = {
  all: { text: msg('From the beginning'), back_ms: null },
  day: { text: msg('The last 24 hours'), back_ms: 24 * hour_ms },
  week: { text: msg('The last 7 days'), back_ms: 168 * hour_ms },
  own: { text: msg('Since a custom time'), back_ms: null },
} as const
type Span = keyof typeof spans

/** The start time for the call; null while a custom time is incomplete. */
function sinceOf(span: Span, time: string, now_ms: number): string | null {
  const { back_ms } = spans[span]
  if (back_ms !== null) return new Date(now_ms - back_ms).toISOString()
  if (span === 'all') return new Date(0).toISOString()
  const at_ms = new Date(time).getTime()
  return Number.isNaN(at_ms) ? null : new Date(at_ms).toISOString()
}

type ReplayDialogProps = { destination: DestinationRow; target: string; onClose: () => void }

/** Resends what a destination missed since a time, or everything it was sent. Shows the count, then the progress. */
export function ReplayDialog({ destination, target, onClose }: ReplayDialogProps) {
  const t = useT()
  const format = useFormat()
  const [span, setSpan] = useState<Span>('all')
  const [time, setTime] = useState('')
  const [opened_ms] = useState(serverNow_ms)
  const since = sinceOf(span, time, opened_ms)
  const [alsoDelivered, setAlsoDelivered] = useState(false)
  const replay = useReplay(destination.id, since, alsoDelivered, opened_ms)
  const send = async (): Promise<void> => {
    const count = await replay.send()
    notifyDone(t('{count, plural, one {Resending # delivery} other {Resending # deliveries}}', { count }))
    onClose()
  }
  // The dialog shows the progress and has to show the error if there is one.
  const close = (): void => {
    if (!replay.isSending) onClose()
  }
  return (
    <Dialog opened onClose={close} title={t('Resend')} size="sm">
      <p>
        <Bdi>{target}</Bdi>
      </p>
      <div className={styles.replay}>
        <Select
          data-autofocus
          label={t('Since')}
          data={Object.entries(spans).map(([value, { text }]) => ({ value, label: t(text) }))}
          value={span}
          onChange={(value) => setSpan((value ?? 'all') as Span)}
          allowDeselect={false}
          disabled={replay.isSending}
        />
        {span === 'own' && (
          <TextInput
            type="datetime-local"
            label={t('Time')}
            value={time}
            onChange={({ currentTarget: { value } }) => setTime(value)}
            disabled={replay.isSending}
          />
        )}
        <Checkbox
          label={t('Include delivered leads')}
          description={t('Use if the receiver lost its data.')}
          checked={alsoDelivered}
          onChange={({ currentTarget: { checked } }) => setAlsoDelivered(checked)}
          disabled={replay.isSending}
        />
        <p role="status">
          {replay.total !== null &&
            t(
              '{count, plural, =0 {There is nothing to send from this time.} one {# delivery will be resent.} other {# deliveries will be resent.}}',
              {
                count: replay.total,
              },
            )}
        </p>
        {replay.total !== null && replay.total > 0 && <RepeatNote kinds={[destination.kind]} />}
        {replay.isSending && replay.total !== null && replay.total > 0 && (
          <Progress
            value={(100 * replay.sent) / replay.total}
            aria-label={t('{sent} of {total}', {
              sent: format.number(replay.sent),
              total: format.number(replay.total),
            })}
          />
        )}
      </div>
      <DialogFooter>
        <SubmitError failure={replay.error} />
        <Button variant="default" onClick={onClose} disabled={replay.isSending}>
          {t('Cancel')}
        </Button>
        <Button onClick={() => void send().catch(() => {})} disabled={!replay.total} loading={replay.isSending}>
          {t('Resend')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Counts first, then sends in batches until the counted deliveries are sent. Later deliveries are not included. */
function useReplay(destinationId: string, since: string | null, alsoDelivered: boolean, opened_ms: number) {
  const wish = since === null ? null : `${since} ${alsoDelivered}`
  const [lastCount, setLastCount] = useState<{ wish: string; total: number } | null>(null)
  const total = lastCount !== null && lastCount.wish === wish ? lastCount.total : null
  const [progress, setProgress] = useState(0)
  const [isSending, setIsSending] = useState(false)
  // Where a batch failed, so that a retry doesn't send the batches before it twice.
  const resumePoint = useRef<{ wish: string; done: number; after: string | null } | null>(null)
  const count = useAction(resendFailed, { invalidates: [] })
  const send = useAction(resendFailed, { invalidates: [listDeliveries, listDestinations, getDestination] })
  const { mutate } = count
  useEffect(() => {
    if (since === null || wish === null) return undefined
    let isWished = true
    mutate(
      { body: bodyOf(destinationId, since, alsoDelivered, opened_ms, true) },
      { onSuccess: ({ data }) => isWished && setLastCount({ wish, total: data.count + data.remaining }) },
    )
    return () => void (isWished = false)
  }, [destinationId, since, alsoDelivered, opened_ms, wish, mutate])
  const run = async (): Promise<number> => {
    if (since === null || wish === null || total === null) return 0
    setIsSending(true)
    try {
      let { done, after } =
        resumePoint.current?.wish === wish ? resumePoint.current : { done: 0, after: null as string | null }
      do {
        const body = bodyOf(destinationId, since, alsoDelivered, opened_ms, false)
        const { data }: AnswerOf<typeof resendFailed> = await send.mutateAsync({
          body: { ...body, ...(after !== null && { after }) },
        })
        done += data.count
        setProgress(done)
        after = data.next
        resumePoint.current = { wish, done, after }
      } while (after !== null)
      return done
    } finally {
      setIsSending(false)
    }
  }
  return { total, sent: progress, isSending, error: count.error ?? send.error, send: run }
}

const bodyOf = (destinationId: string, since: string, also: boolean, opened_ms: number, dryRun: boolean) => ({
  destination_id: destinationId,
  since,
  until: new Date(opened_ms).toISOString(),
  also_delivered: also,
  dry_run: dryRun,
})
