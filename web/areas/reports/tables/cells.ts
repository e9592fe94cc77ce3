import { columnUnits, type ReportColumn } from '#contract/reports/table-names.ts'
import type { Format } from '../../../i18n/format.ts'
import { centsOf } from '../../../shells/figures/change.ts'

/** A formatted figure; a dash for a ratio without a denominator. */
export function shownValue(value: number | null | undefined, column: ReportColumn, format: Format): string {
  if (value === null || value === undefined) return '–'
  const unit = columnUnits[column]
  if (unit === 'count') return format.number(value)
  if (unit === 'money' || unit === 'price') return format.money(centsOf(value))
  return unit === 'rate' ? format.percent(value) : `${format.number(Math.round(value * 100) / 100)}×`
}

/** Which direction is good news. */
export const goodDirection: Readonly<Partial<Record<ReportColumn, 'more' | 'less'>>> = {
  leads: 'more',
  match_rate: 'more',
  margin: 'more',
  conversions: 'more',
  value: 'more',
  return_on_spend: 'more',
  cost_per_lead: 'less',
}
