import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { payOutCredit } from '#contract/billing/credits.ts'
import { readBilling } from '#contract/billing/invoices.ts'
import { centsFromText } from '#contract/core/money.ts'
import { useAction } from '../../api/hooks.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { AmountField } from '../../shells/amount-field.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { dateIn } from '../../shells/last-days.ts'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'

type CreditPayoutDialogProps = {
  companyId: string
  /** Dollars. */
  credit: number
  onClose: () => void
}

/** Records that the payee paid a credit out, for example by bank transfer. */
export function CreditPayoutDialog({ companyId, credit, onClose }: CreditPayoutDialogProps) {
  const t = useT()
  const format = useFormat()
  const { timeZone } = useMe()
  // Idempotency key, one per opened dialog: a retry records the same payout.
  const [operationId] = useState(() => crypto.randomUUID())
  const { mutateAsync } = useAction(payOutCredit, { invalidates: [readBilling] })
  const most_cents = Math.round(credit * 100)
  const problemOf = (text: string): string | null => {
    const cents = centsFromText(text)
    if (cents === null || cents === 0) return t('Enter an amount in dollars and cents.')
    return cents > most_cents ? t('This is more than the credit.') : null
  }
  const server = useServerForm({
    initialValues: { amount: credit.toFixed(2), paid_on: dateIn(timeZone, serverNow_ms()), note: '' },
    validate: {
      amount: problemOf,
      note: (text: string) => (text.trim() === '' ? t('Enter how it was paid out.') : null),
    },
    send: ({ amount, ...values }) =>
      mutateAsync({ body: { companyId, amount: (centsFromText(amount) ?? 0) / 100, ...values, operationId } }),
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Record a payout of the credit')}
      description={t(
        'Pay it out yourself first: no card is refunded. You can record up to {amount}. This cannot be undone.',
        { amount: isolate(format.money(most_cents)) },
      )}
      form={server}
      submitLabel={t('Record payout')}
    >
      <AmountField data-autofocus form={form} name="amount" label={t('Amount')} rule="amount" withAsterisk />
      <TextInput type="date" label={t('Paid out on')} withAsterisk {...form.getInputProps('paid_on')} />
      <TextInput
        data-wide
        label={t('Note')}
        description={t('Kept in the activity log, such as the bank’s reference.')}
        withAsterisk
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
