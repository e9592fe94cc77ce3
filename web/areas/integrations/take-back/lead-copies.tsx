import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { listDeliveries } from '#contract/integrations/deliveries.ts'
import { listManualReceipts, listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import styles from '../delivery-line.module.css'
import { mayChangeDeliveries } from '../may-change.ts'
import { ReceiptLine } from './receipt-line.tsx'
import { mayCall } from '../../../session/may-call.ts'

/** Takes back a lead from its destinations, and shows a receipt for each. */
export function LeadCopies({ leadId }: { leadId: string }) {
  const t = useT()
  const me = useMe()
  // Everybody at a client sees what became of the copies; who may act is decided at each button.
  const mayRead = me.kind === 'client' || mayChangeDeliveries(me)
  const receipts = useCall(listReceipts, { params: { lead: leadId } }, { enabled: mayRead, refetchEvery_ms: 5_000 })
  const rows = receipts.data?.data ?? []
  if (!mayRead || (receipts.data && rows.length === 0 && !mayCall(me, takeBackLead))) return null
  return (
    <TitledCard title={t('Copies of this lead')}>
      {receipts.error && !receipts.data && <FailureNote failure={receipts.error} onRetry={receipts.refetch} />}
      {receipts.isPending && !receipts.error && <Skeleton height={60} />}
      {receipts.data && rows.length === 0 && <TakeBack leadId={leadId} />}
      {rows.map((receipt) => (
        <ReceiptLine key={receipt.id} receipt={receipt} />
      ))}
    </TitledCard>
  )
}

function TakeBack({ leadId }: { leadId: string }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const takeBack = useAction(takeBackLead, {
    invalidates: [listReceipts, listManualReceipts, listDeliveries],
    onDone: ({ message }) => {
      setAsking(false)
      notifyDone(t(message))
    },
  })
  return (
    <>
      <p className={styles.target}>
        {t('If this person asks to be forgotten, remove them from every destination that got the lead.')}
      </p>
      <Button variant="default" size="xs" mt="sm" onClick={() => setAsking(true)}>
        {t('Take back lead')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('Take back this lead?')}
        confirmLabel={t('Take back lead')}
        danger
        onConfirm={() => takeBack.mutate({ body: { lead_id: leadId } })}
        submitting={takeBack.isPending}
        submitError={takeBack.error}
      >
        {t(
          'Destinations are told to remove the person, and this lead is never sent again. This cannot be undone. Emails already sent stay where they are.',
        )}
      </ConfirmDialog>
    </>
  )
}
