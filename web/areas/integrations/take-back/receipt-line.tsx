import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { causeTexts } from '#contract/integrations/causes.ts'
import { listManualReceipts, listReceipts, settleReceipt, type Receipt } from '#contract/integrations/take-back.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import styles from '../delivery-line.module.css'
import { kindTexts } from '../words.ts'
import { useMe } from '../../../session/me.ts'
import { mayChangeDeliveries } from '../may-change.ts'

const states: Readonly<Record<Receipt['status'], { text: Text; tone: Tone }>> = {
  waiting: { text: msg('Being removed'), tone: 'info' },
  done: { text: msg('Removed'), tone: 'ok' },
  manual: { text: msg('Remove manually'), tone: 'warn' },
}

/** One destination that must remove a person: which one, whether it is done, and who has to do it. */
export function ReceiptLine({ receipt, about }: { receipt: Receipt; about?: ReactNode }) {
  const t = useT()
  const format = useFormat()
  const settle = useAction(settleReceipt, {
    invalidates: [listReceipts, listManualReceipts, ...inboxReads],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const mayChange = mayChangeDeliveries(useMe())
  const { status, kind, target } = receipt
  const body = { lead_id: receipt.lead_id, destination_id: receipt.destination_id }
  return (
    <div className={styles.root}>
      <div className={styles.words}>
        {about}
        <div className={styles.head}>
          <bdi className={styles.kind}>{t(kindTexts[kind])}</bdi>
          {t(kindTexts[kind]) !== target && <bdi className={styles.target}>{target}</bdi>}
        </div>
        <StatusBadge tone={states[status].tone} pulse={status === 'waiting'}>
          {t(states[status].text)}
        </StatusBadge>
        {receipt.cause && <div>{t(causeTexts[receipt.cause])}</div>}
        <div className={styles.next}>
          {receipt.done_at
            ? t('Removed {when}', { when: format.dateTime(receipt.done_at) })
            : t('Requested {when}', { when: format.dateTime(receipt.asked_at) })}
        </div>
      </div>
      {status === 'manual' && mayChange && (
        <Button
          variant="default"
          size="xs"
          loading={settle.isPending}
          aria-label={t('Mark as removed from {target}', { target })}
          onClick={() => settle.mutate({ body }, { onError: (failure) => notifyFailed(failure.message) })}
        >
          {t('Mark as removed')}
        </Button>
      )}
    </div>
  )
}
