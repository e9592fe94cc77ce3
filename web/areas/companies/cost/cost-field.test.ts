import { expect, test } from 'vitest'
import { costKindsOf, costField, type ShownCost } from '#contract/pricing/cost.ts'
import { modules } from '#contract/campaigns/modules.ts'
import { paymentTerms } from '#contract/companies/selections.ts'
import { formatFor } from '../../../i18n/format.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import { comparisonText } from './cost-field.tsx'

const costOf = (dollars: number): ShownCost => {
  const prices = modules.flatMap((module) => costKindsOf(module).map((kind) => [costField(module, kind), dollars]))
  return Object.fromEntries(paymentTerms.map((term) => [term, Object.fromEntries(prices)])) as ShownCost
}
const t = ((text: string, values: Record<string, string> = {}) =>
  text.replace('{amount}', values['amount'] ?? '')) as Translate
const textAt = (price_e4: number | null, defaults: ShownCost | null): string =>
  comparisonText(
    price_e4,
    { comparison: { wholesale: costOf(0.5), defaults }, term: 'Weekly', field: 'LeadspeekCostperlead' },
    { t, format: formatFor('en') },
  )
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')

test('beside a price stands what the agency pays and keeps, and the default where it differs', () => {
  expect(textAt(25_000, costOf(1.5))).toBe('Wholesale $0.50 · margin $2.00 · default $1.50')
  expect(textAt(15_000, costOf(1.5))).toBe('Wholesale $0.50 · margin $1.00')
  expect(textAt(15_000, null)).toBe('Wholesale $0.50 · margin $1.00')
  expect(textAt(null, costOf(1.5))).toBe('Wholesale $0.50 · default $1.50')
})
