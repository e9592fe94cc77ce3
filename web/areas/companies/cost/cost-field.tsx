import type { Module } from '#contract/campaigns/modules.ts'
import { costField, costFromText, isLeadPrice, type CostField, type CostKind } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { useFormat, type Format } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import type { ServerForm } from '../../../shells/server-form.ts'
import { AmountField } from '../../../shells/amount-field.tsx'
import { textOfPrice } from '../../../shells/price-text.ts'
import { kindTexts, termSuffixes } from './cost-texts.ts'
import { floorOf, maxOf, type Comparison, type CostValues, type Floor } from './cost-values.ts'

type CostFieldProps = {
  server: ServerForm<CostValues>
  floor: Floor
  comparison: Comparison | undefined
  term: PaymentTerm
  module: Module
  kind: CostKind
}

/** The error for a price outside its allowed range. */
export const priceRefused = (t: Translate, kind: CostKind): string =>
  t('Enter a price from 0 to {most}.', { most: textOfPrice(maxOf(kind)) })

/** One price in dollars. A price below the floor is reset to the floor on blur, with a note (R224). */
export function CostInput({ server: { form }, floor, comparison, term, module, kind }: CostFieldProps) {
  const t = useT()
  const format = useFormat()
  const field = costField(module, kind)
  const path = `${term}.${field}`
  const defaultPrice = comparison?.defaults?.[term][field]
  const suffix = kind === 'platformFee' ? termSuffixes[term] : null
  const leave = (text: string): void => {
    if (costFromText(kind, text) === null) return form.setFieldError(path, priceRefused(t, kind))
    const least = floorOf(floor, term, module, kind)
    if (least === null || Number(text) >= least) return
    form.setFieldValue(path, textOfPrice(least))
    form.setFieldError(path, t('*Cost Per Lead Minimum {value}', { value: textOfPrice(least) }))
  }
  return (
    <AmountField
      form={form}
      name={path}
      label={suffix ? `${t(kindTexts[kind])} ${t(suffix)}` : t(kindTexts[kind])}
      rule="price"
      description={
        comparison &&
        comparisonText(costFromText(kind, form.values[term][field]), { comparison, term, field }, { t, format })
      }
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      placeholder={defaultPrice === undefined ? undefined : textOfPrice(defaultPrice)}
      decimals={isLeadPrice(kind) ? 4 : 2}
      onLeave={leave}
    />
  )
}

type ComparisonOf = { comparison: Comparison; term: PaymentTerm; field: CostField }

/** What the agency pays for the same, what it keeps, and the usual price where this one differs. */
export function comparisonText(
  price_e4: number | null,
  { comparison: { wholesale, defaults }, term, field }: ComparisonOf,
  { t, format }: { t: Translate; format: Format },
): string {
  const e4Of = (dollars: number): number => Math.round(dollars * 10_000)
  const textOf = (amount_e4: number): string => isolate(format.price(amount_e4))
  const wholesale_e4 = e4Of(wholesale[term][field])
  const usual_e4 = defaults && e4Of(defaults[term][field])
  return (
    [
      t('Wholesale {amount}', { amount: textOf(wholesale_e4) }),
      price_e4 !== null && t('margin {amount}', { amount: textOf(price_e4 - wholesale_e4) }),
      usual_e4 !== null && usual_e4 !== price_e4 && t('default {amount}', { amount: textOf(usual_e4) }),
    ]
      .filter((part) => part !== false)
      // A line ends between two parts.
      .map((part) => part.replaceAll(' ', '\u00a0'))
      .join(' · ')
  )
}
