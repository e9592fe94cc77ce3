import { listCharges, type Charge } from '#contract/billing/charges.ts'
import { listInvoices, readBilling, settleCharge } from '#contract/billing/invoices.ts'
import { readCurrentTopUp, readRemainingLeads } from '#contract/billing/top-ups.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { inboxReads } from '../inbox/inbox-reads.ts'

type SettleDialogProps = {
  /** The payer. */
  companyId: string
  charge: Pick<Charge, 'id' | 'amount'>
  title: string
  onClose: () => void
}

/** Records a payment that the payee received outside the platform. */
export function SettleDialog({ companyId, charge, title, onClose }: SettleDialogProps) {
  const t = useT()
  const format = useFormat()
  const settle = useAction(settleCharge, {
    invalidates: [listInvoices, listCharges, readBilling, readCurrentTopUp, readRemainingLeads, ...inboxReads],
    onDone: notifyAndClose(onClose),
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      confirmLabel={t('Mark as paid')}
      danger={false}
      submitting={settle.isPending}
      submitError={settle.error}
      onConfirm={() => settle.mutate({ body: { companyId, chargeID: charge.id } })}
    >
      <p>
        {t('{amount} is marked as paid and no card is charged. This cannot be undone.', {
          amount: format.money(Math.round(charge.amount * 100)),
        })}
      </p>
    </ConfirmDialog>
  )
}
