import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { listCharges } from '#contract/billing/charges.ts'
import { writeOffCharge } from '#contract/billing/credits.ts'
import { getInvoice, listInvoices, readBilling, type Invoice } from '#contract/billing/invoices.ts'
import { listReceivables } from '#contract/payments/receivables.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { inboxReads } from '../inbox/inbox-reads.ts'

type WriteOffDialogProps = {
  /** The payer. */
  companyId: string
  invoice: Pick<Invoice, 'id' | 'number' | 'amount'>
  onClose: () => void
}

/** Gives up an open invoice for good. */
export function WriteOffDialog({ companyId, invoice, onClose }: WriteOffDialogProps) {
  const t = useT()
  const format = useFormat()
  const [operationId] = useState(() => crypto.randomUUID())
  const { mutateAsync } = useAction(writeOffCharge, {
    invalidates: [listInvoices, getInvoice, listCharges, readBilling, listReceivables, ...inboxReads],
  })
  const server = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: (text: string) => (text.trim() === '' ? t('Enter a reason.') : null) },
    send: (values) => mutateAsync({ body: { companyId, chargeId: invoice.id, ...values, operationId } }),
    onDone: notifyAndClose(onClose),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Write off invoice {number}', { number: isolate(invoice.number) })}
      description={t(
        '{amount} is given up for good and lowers your revenue. It is not charged again, and campaigns that were stopped because of it can run again. This cannot be undone.',
        { amount: isolate(format.money(Math.round(invoice.amount * 100))) },
      )}
      form={server}
      submitLabel={t('Write off')}
    >
      <TextInput
        data-autofocus
        data-wide
        label={t('Reason')}
        description={t('Kept in the activity log.')}
        withAsterisk
        maxLength={500}
        {...server.form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
