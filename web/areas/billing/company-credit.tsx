import { Button } from '@mantine/core'
import { useState } from 'react'
import { readBilling, type Billing } from '#contract/billing/invoices.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './billing.module.css'
import { CreditPayoutDialog } from './credit-payout-dialog.tsx'

const kinds: Readonly<Record<Billing['settlements'][number]['kind'], Text>> = {
  credit_paid_out: msg('Credit paid out'),
  debt_written_off: msg('Remaining debt written off'),
}

type CompanyCreditProps = {
  companyId: string
  /** The payee may record that it paid the credit out. */
  maySettle?: boolean
}

/** A payer's credit, and what was settled outside of charges. Renders nothing for the many payers without either. */
export function CompanyCredit({ companyId, maySettle = false }: CompanyCreditProps) {
  const t = useT()
  const format = useFormat()
  const [isPaying, setPaying] = useState(false)
  const billing = useCall(readBilling, { params: { companyId } }, { alwaysFresh: true }).data?.data
  // Whether the bill could not be read is said next to it.
  if (!billing || (billing.credit === 0 && billing.settlements.length === 0)) return null
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <TitledCard title={t('Credit')}>
      {billing.credit > 0 && (
        <p className={styles.muted}>
          {t('{amount} is deducted from the next charges.', { amount: isolate(money(billing.credit)) })}
        </p>
      )}
      {billing.settlements.length > 0 && (
        <ul className={styles.lines}>
          {billing.settlements.map(({ kind, amount, at }) => (
            <li key={`${kind} ${at}`} className={styles.line}>
              <span>
                {t(kinds[kind])} <time dateTime={at}>{format.date(at)}</time>
              </span>
              <span className={styles.amount}>{money(amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {maySettle && billing.credit > 0 && (
        <Button size="xs" variant="default" onClick={() => setPaying(true)}>
          {t('Record a payout')}
        </Button>
      )}
      {isPaying && (
        <CreditPayoutDialog companyId={companyId} credit={billing.credit} onClose={() => setPaying(false)} />
      )}
    </TitledCard>
  )
}
