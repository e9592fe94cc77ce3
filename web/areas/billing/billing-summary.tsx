import { readBilling, type Billing } from '#contract/billing/invoices.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { DetailList } from '../../shells/detail-list.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './billing.module.css'
import { FeeDays } from './fee-days.tsx'
import { lineKinds } from './line-kinds.ts'

/** The amount due, the usage since the last invoice, and the date of the next charge. */
export function BillingSummary({ companyId }: { companyId: string }) {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useCall(readBilling, { params: { companyId } })
  const billing = data?.data
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  if (error && !billing) return <FailureNote failure={error} onRetry={refetch} />
  return (
    <TitledCard title={t('Amount due')}>
      <DetailList
        loading={!billing}
        items={[
          { label: t('Due now'), value: billing && money(billing.due) },
          { label: t('Usage since the last invoice'), value: billing && money(billing.accrued) },
          {
            label: t('Next charge'),
            value:
              billing &&
              (billing.term === 'Weekly'
                ? t('{date}, for the week', { date: format.date(billing.next_charge_on) })
                : t('{date}, for the month', { date: format.date(billing.next_charge_on) })),
          },
        ]}
      />
      {billing && billing.lines.length > 0 && <NextCharge of={billing} />}
    </TitledCard>
  )
}

/** Lines of the next charge, if nothing changes before then. */
function NextCharge({ of: { lines, deduction, expected, tax } }: { of: Billing }) {
  const t = useT()
  const format = useFormat()
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <section aria-label={t('Upcoming charge so far')} className={styles.refunds}>
      <h3 className={styles.heading}>{t('Upcoming charge so far')}</h3>
      <ul className={styles.lines}>
        {lines.map((line, at) => (
          <li key={at} className={styles.line}>
            <span>
              {t(lineKinds[line.kind])}
              <FeeDays of={line} />
            </span>
            <span className={styles.amount}>{money(line.amount)}</span>
          </li>
        ))}
        {tax > 0 && (
          <li className={styles.line}>
            <span>{t('Tax')}</span>
            <span className={styles.amount}>{money(tax)}</span>
          </li>
        )}
        {deduction > 0 && (
          <li className={styles.line}>
            <span>{t('Paid or invoiced earlier')}</span>
            <span className={styles.amount}>{money(-deduction)}</span>
          </li>
        )}
        <li className={styles.line} data-total>
          <span>{t('Total')}</span>
          <span className={styles.amount}>{money(expected)}</span>
        </li>
      </ul>
      {lines.some(({ kind }) => kind === 'lead_minimum') && (
        <p className={styles.muted}>{t('More leads reduce the amount due to reach the minimum.')}</p>
      )}
    </section>
  )
}
