import { SegmentedControl, Select, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { listCharges, type Charge } from '#contract/billing/charges.ts'
import { listInvoices } from '#contract/billing/invoices.ts'
import { readMoneyTrail } from '#contract/billing/money-trail.ts'
import { listRefunds, refundCharge, type Refund } from '#contract/billing/refunds.ts'
import { centsFromText } from '#contract/core/money.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { AmountField } from '../../shells/amount-field.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { inboxReads } from '../inbox/inbox-reads.ts'
import { chosenOf, partsCents, RefundLines, type LineParts } from './refund-lines.tsx'
import { refundReasons } from './refund-words.ts'

type RefundDialogProps = {
  companyId: string
  charge: Pick<Charge, 'id' | 'status'>
  title: string
  onClose: () => void
}

/** Refunds all or part of a paid charge, with a reason. */
export function RefundDialog({ companyId, charge, title, onClose }: RefundDialogProps) {
  const t = useT()
  const format = useFormat()
  // Idempotency key, one per opened dialog: a retry repeats the same refund.
  const [operationId] = useState(() => crypto.randomUUID())
  const { data, error, refetch } = useCall(listRefunds, { params: { companyId, chargeId: charge.id } })
  // Until the maximum is known, only the server checks it.
  const most_cents = data ? Math.round(data.data.refundable * 100) : Infinity
  const { mutateAsync } = useAction(refundCharge, {
    invalidates: [listInvoices, listCharges, listRefunds, readMoneyTrail, ...inboxReads],
  })
  const problemOf = (text: string): string | null => {
    const cents = centsFromText(text)
    if (cents === null || cents === 0) return t('Enter an amount in dollars and cents.')
    return cents > most_cents ? t('This is more than the refundable amount.') : null
  }
  const left_cents = new Map(data?.data.lines.map(({ line, amount }) => [line, Math.round(amount * 100)]))
  const problemOfLines = (parts: LineParts): string | null => {
    if (Object.keys(parts).length === 0) return t('Choose at least one line.')
    const isWrong = Object.entries(parts).some(([line, text]) => {
      const cents = centsFromText(text)
      return cents === null || cents === 0 || cents > (left_cents.get(Number(line)) ?? 0)
    })
    if (isWrong) return t('Enter an amount in dollars and cents.')
    return partsCents(parts) > most_cents ? t('This is more than the refundable amount.') : null
  }
  const server = useServerForm({
    initialValues: {
      of: 'amount' as 'amount' | 'lines',
      amount: '',
      lines: {} as LineParts,
      reason: 'requested' as Refund['reason'],
    },
    validate: {
      amount: (text, { of }) => (of === 'amount' ? problemOf(text) : null),
      lines: (parts, { of }) => (of === 'lines' ? problemOfLines(parts) : null),
    },
    send: ({ of, amount, lines, reason }) => {
      const request =
        of === 'amount'
          ? { amount: (centsFromText(amount) ?? 0) / 100 }
          : { amount: partsCents(lines) / 100, lines: chosenOf(lines) }
      return mutateAsync({ body: { companyId, chargeId: charge.id, ...request, reason, operationId } })
    },
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  const most = { amount: format.money(most_cents) }
  if ((error && !data) || most_cents === 0)
    return (
      <Dialog opened onClose={onClose} title={title}>
        {error && !data ? (
          <FailureNote failure={error} onRetry={refetch} />
        ) : (
          t('The full amount is refunded, being refunded, or disputed.')
        )}
      </Dialog>
    )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      description={
        !data ? (
          <Skeleton height="1.25rem" />
        ) : charge.status === 'settled' ? (
          t('It was paid outside the platform, so refund it the same way. You can refund up to {amount}.', most)
        ) : (
          t('Refunded to the card that paid, with a credit note. You can refund up to {amount}.', most)
        )
      }
      form={server}
      submitLabel={t('Refund')}
    >
      {left_cents.size > 0 && (
        <SegmentedControl
          data-wide
          aria-label={t('What to refund')}
          data={[
            { value: 'amount', label: t('Fixed amount') },
            { value: 'lines', label: t('Selected lines') },
          ]}
          {...form.getInputProps('of')}
        />
      )}
      {form.values.of === 'lines' && (
        <RefundLines
          companyId={companyId}
          invoiceId={charge.id}
          left_cents={left_cents}
          parts={form.values.lines}
          error={form.errors['lines']}
          onChange={(lines) => form.setFieldValue('lines', lines)}
        />
      )}
      {form.values.of === 'amount' && (
        <AmountField
          data-wide
          data-autofocus
          form={form}
          name="amount"
          label={t('Amount')}
          rule="amount"
          withAsterisk
        />
      )}
      <Select
        data-wide
        label={t('Reason')}
        allowDeselect={false}
        data={Object.entries(refundReasons).map(([value, label]) => ({ value, label: t(label) }))}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
