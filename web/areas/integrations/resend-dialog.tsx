import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { causeTexts } from '#contract/integrations/causes.ts'
import { getDelivery, listDeliveries, resendDeliveries, type DeliveryRow } from '#contract/integrations/deliveries.ts'
import { getDestination, listDestinations } from '#contract/integrations/destinations.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import styles from './delivery-line.module.css'
import { RepeatNote } from './repeat-note.tsx'

type ResendDialogProps = {
  companyId: string
  rows: readonly DeliveryRow[]
  onClose: () => void
  /** After they were sent. */
  onDone: () => void
}

/** Resends the selected deliveries. First shows how many, which are skipped and why, and whether any are duplicated. */
export function ResendDialog({ companyId, rows, onClose, onDone }: ResendDialogProps) {
  const t = useT()
  const format = useFormat()
  const look = useAction(resendDeliveries, { invalidates: [] })
  const send = useAction(resendDeliveries, {
    invalidates: [listDeliveries, getDelivery, listDestinations, getDestination],
  })
  const body = { company_id: companyId, delivery_ids: rows.map(({ id }) => id) }
  const { mutate } = look
  const ids = body.delivery_ids.join()
  useEffect(() => {
    mutate({ body: { company_id: companyId, delivery_ids: ids.split(','), dry_run: true } })
  }, [companyId, ids, mutate])
  const preview = look.data?.data
  const confirm = (): void =>
    send.mutate(
      { body: { ...body, dry_run: false } },
      {
        onSuccess: ({ data: { count } }) => {
          notifyDone(t('{count, plural, one {Resending # delivery} other {Resending # deliveries}}', { count }))
          onClose()
          onDone()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Resend')}
      confirmLabel={t('Resend')}
      danger={false}
      ready={Boolean(preview?.count)}
      onConfirm={confirm}
      submitting={send.isPending}
      submitError={look.error ?? send.error}
    >
      <div className={styles.replay}>
        {!preview && !look.error && <Skeleton height={40} />}
        {preview && (
          <p role="status">
            {t(
              '{count, plural, =0 {None of these can be resent.} one {# delivery will be resent.} other {# deliveries will be resent.}}',
              { count: preview.count },
            )}
          </p>
        )}
        {preview && preview.left_out.length > 0 && (
          <ul className={styles.leftOut}>
            {preview.left_out.map(({ cause, count }) => (
              <li key={cause}>
                {t('{count} skipped: {reason}', {
                  count: format.number(count),
                  reason: cause === null ? t('It is being sent right now.') : t(causeTexts[cause]),
                })}
              </li>
            ))}
          </ul>
        )}
        {preview && preview.count > 0 && <RepeatNote kinds={rows.map(({ kind }) => kind)} />}
      </div>
    </ConfirmDialog>
  )
}
