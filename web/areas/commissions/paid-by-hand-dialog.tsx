import { useState } from 'react'
import { listCommissionStaff, readCommissions } from '#contract/commissions/commissions.ts'
import { payCommissions } from '#contract/commissions/pay.ts'
import { centsFromText } from '#contract/core/money.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { AmountField } from '../../shells/amount-field.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import type { Person } from './person.ts'

/** Records that a sales person was paid outside the product. */
export function PaidByHandDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const format = useFormat()
  // One id per opening of the dialog, so that a retry cannot record the payment twice.
  const [operationId] = useState(() => crypto.randomUUID())
  const owed_cents = Math.round(person.owed * 100)
  const { mutateAsync } = useAction(payCommissions, { invalidates: [listCommissionStaff, readCommissions] })
  const problemOf = (text: string): string | null => {
    const cents = centsFromText(text)
    if (cents === null || cents === 0) return t('Enter an amount in dollars and cents.')
    return cents > owed_cents ? t('This is more than is owed.') : null
  }
  const server = useServerForm({
    initialValues: { amount: person.owed.toFixed(2) },
    validate: { amount: problemOf },
    send: ({ amount }) =>
      mutateAsync({
        body: {
          companyId: me.companyId,
          salesId: person.user_id,
          amount: (centsFromText(amount) ?? 0) / 100,
          operationId,
        },
      }),
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Mark {name} as paid?', { name: isolate(person.full_name) })}
      description={t('{amount} is owed. The amount you enter is marked as paid out. This cannot be undone.', {
        amount: isolate(format.money(owed_cents)),
      })}
      form={server}
      submitLabel={t('Mark as paid')}
    >
      <AmountField data-wide data-autofocus form={form} name="amount" label={t('Amount')} rule="amount" withAsterisk />
    </FormDialog>
  )
}
