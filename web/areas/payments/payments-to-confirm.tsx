import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { listCharges } from '#contract/billing/charges.ts'
import { listInvoices, readBilling } from '#contract/billing/invoices.ts'
import {
  checkConfirmation,
  listConfirmations,
  openConfirmation,
  type Confirmation,
} from '#contract/payments/confirmations.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { notifyFailed } from '../../shells/notify.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { chargeKinds } from '../billing/charge-words.ts'
import { inboxReads } from '../inbox/inbox-reads.ts'
import styles from './payments.module.css'
import { useSearchText } from '../../session/address.ts'
import { useStillHere } from '../../session/still-here.ts'
import { mayCall } from '../../session/may-call.ts'
import { useMe } from '../../session/me.ts'

const reads = [listConfirmations, listCharges, listInvoices, readBilling, ...inboxReads]

/** Payments that the payer's bank wants confirmed; hidden if none. On return from the bank, checks the result. */
export function PaymentsToConfirm({ companyId }: { companyId: string }) {
  const t = useT()
  const confirmation = useSearchText('confirmed')
  const navigate = useNavigate()
  const list = useCall(listConfirmations, { params: { companyId } }, { alwaysFresh: true })
  const check = useAction(checkConfirmation, { invalidates: reads })
  const ask = check.mutate
  useEffect(() => {
    if (typeof confirmation !== 'string') return
    ask({ body: { companyId, chargeID: confirmation } }, { onError: ({ message }) => notifyFailed(message) })
    void navigate({ to: '.', search: {}, replace: true })
  }, [ask, companyId, confirmation, navigate])
  const rows = list.data?.data ?? []
  if (list.error && !list.data) return <FailureNote failure={list.error} onRetry={list.refetch} />
  if (rows.length === 0) return null
  return (
    <TitledCard title={t('Payments to confirm')}>
      <p className={styles.lead}>
        {t('Your bank requires you to confirm these payments. They are canceled if not confirmed in time.')}
      </p>
      <ul className={styles.confirmations}>
        {rows.map((row) => (
          <Line key={row.id} row={row} companyId={companyId} />
        ))}
      </ul>
    </TitledCard>
  )
}

function Line({ row, companyId }: { row: Confirmation; companyId: string }) {
  const t = useT()
  const format = useFormat()
  const isHere = useStillHere()
  const mayConfirm = mayCall(useMe(), openConfirmation)
  const open = useAction(openConfirmation, {
    invalidates: reads,
    onDone: ({ data }) => {
      if (data.url !== null && isHere()) window.location.assign(data.url)
    },
  })
  const amount = format.money(Math.round(row.amount * 100))
  return (
    <li className={styles.confirmation}>
      <span>
        <strong>{amount}</strong> · {t(chargeKinds[row.kind])}
        {row.invoice !== '' && (
          <>
            {' · '}
            <Bdi>{row.invoice}</Bdi>
          </>
        )}
        <span className={styles.until}>{t('Until {time}', { time: format.dateTime(row.confirm_by) })}</span>
      </span>
      {mayConfirm && (
        <Button
          size="xs"
          loading={open.isPending}
          aria-label={t('Confirm the payment of {amount}', { amount })}
          onClick={() =>
            open.mutate(
              { body: { companyId, chargeID: row.id } },
              { onError: ({ message }) => notifyFailed(t(message)) },
            )
          }
        >
          {t('Confirm the payment')}
        </Button>
      )}
    </li>
  )
}
