import { IconCash, IconPercentage, IconUserDollar } from '@tabler/icons-react'
import { useState } from 'react'
import { listCommissionStaff, readCommissions } from '#contract/commissions/commissions.ts'
import { payCommissions } from '#contract/commissions/pay.ts'
import { centsFromText } from '#contract/core/money.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { AmountField } from '../../shells/amount-field.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { NextStep } from '../../shells/next-step.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { RowActions, type RowAct } from '../../shells/resource-table/row-actions.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { Bdi } from '../../ui/bdi.tsx'
import { AccountStateBadge } from '../payments/account-state.tsx'
import styles from './commissions.module.css'
import { commissionsOf } from './paths.ts'
import type { Person } from './person.ts'
import { RateDialog } from './rate-dialog.tsx'

/** `/configuration/commissions`: what each sales person has earned in commission and what has been paid out. */
export function CommissionsPage() {
  const t = useT()
  const me = useMe()
  const [personToRate, setPersonToRate] = useState<Person | null>(null)
  const [personToPay, setPersonToPay] = useState<Person | null>(null)
  const mayChange = me.may('settings.update')
  return (
    <>
      <PageHeader
        title={t('Commissions')}
        description={t(
          'A percentage of each payment from agencies assigned to a sales person, paid out a week after the payment.',
        )}
      />
      <ResourceTable
        label={t('Commissions')}
        operation={listCommissionStaff}
        input={({ page, perPage }) => ({ params: { companyId: me.companyId }, query: { page, perPage } })}
        columns={mayChange ? [...columns, actionsOf(setPersonToRate, setPersonToPay)] : columns}
        rowKey={(row) => row.user_id}
        rowLink={(row) => commissionsOf(row.user_id)}
        empty={
          <EmptyState
            icon={<IconUserDollar size={22} stroke={1.6} />}
            title={t('No sales staff yet')}
            hint={t('Invite someone who brings in agencies or manages them. They choose their own password.')}
            action={<NextStep to="/configuration/sales-account-list" label={t('Sales Rep & AE List')} />}
          />
        }
      />
      {personToRate && <RateDialog person={personToRate} onClose={() => setPersonToRate(null)} />}
      {personToPay && <PaidByHandDialog person={personToPay} onClose={() => setPersonToPay(null)} />}
    </>
  )
}

const columns: readonly Column<Person>[] = [
  {
    key: 'person',
    header: msg('Sales person'),
    cell: (row) => (
      <Lines strong detail={row.email}>
        {row.full_name}
      </Lines>
    ),
  },
  { key: 'rate', header: msg('Commission'), cell: (row) => <RateCell row={row} /> },
  {
    key: 'account',
    header: msg('Payment account'),
    size: 'longStatus',
    hideBelow: 'lg',
    cell: (row) => <AccountStateBadge state={row.accountState} />,
  },
  { key: 'earned', header: msg('Earned'), align: 'end', hideBelow: 'md', cell: (row) => <Amount of={row.earned} /> },
  { key: 'paid', header: msg('Paid out'), align: 'end', hideBelow: 'md', cell: (row) => <Amount of={row.paid} /> },
  { key: 'owed', header: msg('Owed'), align: 'end', cell: (row) => <Amount of={row.owed} strong /> },
]

const actionsOf = (onRate: (row: Person) => void, onPaid: (row: Person) => void): Column<Person> => ({
  key: 'actions',
  header: msg('Actions'),
  align: 'end',
  cell: (row) => <Acts row={row} onRate={onRate} onPaid={onPaid} />,
})

function Acts({ row, onRate, onPaid }: { row: Person; onRate: (row: Person) => void; onPaid: (row: Person) => void }) {
  const t = useT()
  const name = isolate(row.full_name)
  const rate: RowAct = {
    icon: IconPercentage,
    label: t('Set the commission of {name}', { name }),
    onClick: () => onRate(row),
  }
  const pay: RowAct = { icon: IconCash, label: t('Mark {name} as paid', { name }), onClick: () => onPaid(row) }
  return <RowActions name={row.full_name} items={row.owed > 0 ? [rate, pay] : [rate]} />
}

function RateCell({ row }: { row: Person }) {
  const t = useT()
  const format = useFormat()
  const { next_rate: next } = row
  return (
    <Lines
      detail={
        next
          ? t('{rate} from {date}', { rate: isolate(format.rate(next.percent)), date: format.date(next.valid_from) })
          : undefined
      }
    >
      <Bdi>{format.rate(row.percent)}</Bdi>
    </Lines>
  )
}

function Amount({ of, strong = false }: { of: number; strong?: boolean }) {
  const format = useFormat()
  const text = <span className={of === 0 ? styles.muted : styles.amount}>{format.money(Math.round(of * 100))}</span>
  return strong && of !== 0 ? <strong>{text}</strong> : text
}

/** Records that a sales person was paid outside the product. */
function PaidByHandDialog({ person, onClose }: { person: Person; onClose: () => void }) {
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
