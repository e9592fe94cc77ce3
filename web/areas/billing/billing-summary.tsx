import { readBilling } from '#contract/billing/invoices.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { DetailList } from '../../shells/detail-list.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'

/** What a company has to pay, what it has used since, and when it is charged for that. */
export function BillingSummary({ companyId }: { companyId: string }) {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useCall(readBilling, { params: { companyId } })
  const billing = data?.data
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  if (error) return <FailureNote failure={error} onRetry={refetch} />
  return (
    <TitledCard title={t('What is due')}>
      <DetailList
        loading={!billing}
        items={[
          { label: t('To pay now'), value: billing && money(billing.due) },
          { label: t('Used since the last invoice'), value: billing && money(billing.accrued) },
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
    </TitledCard>
  )
}
