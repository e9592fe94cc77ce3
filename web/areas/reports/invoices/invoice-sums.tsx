import type { reportInvoices } from '#contract/billing/invoice-report.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { StatTile, StatTiles } from '../../../shells/stat-tile.tsx'

/** Totals over all invoices of the report, not only of the page shown; skeletons while they load. */
export function InvoiceSums({ sums }: { sums: AnswerOf<typeof reportInvoices>['sums'] | undefined }) {
  const t = useT()
  const format = useFormat()
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <div role="group" aria-label={t('Totals')}>
      <StatTiles>
        <StatTile
          label={t('Invoiced')}
          value={sums && money(sums.total)}
          note={sums && t('Including {amount} in tax', { amount: isolate(money(sums.tax)) })}
        />
        <StatTile label={t('Paid or invoiced earlier')} value={sums && money(sums.deduction)} />
        <StatTile label={t('To pay')} value={sums && money(sums.amount)} />
        <StatTile label={t('Still unpaid')} value={sums && money(sums.open)} />
      </StatTiles>
    </div>
  )
}
