import type { Module } from '#contract/campaigns/modules.ts'
import { costField, costFromText, isLeadPrice, type CostKind } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import type { ServerForm } from '../../../shells/server-form.ts'
import { AmountField } from '../../../shells/amount-field.tsx'
import { textOfPrice } from '../../../shells/price-text.ts'
import { kindTexts, termSuffixes } from './cost-texts.ts'
import { floorOf, maxOf, type CostValues, type Floor } from './cost-values.ts'

type CostFieldProps = {
  server: ServerForm<CostValues>
  floor: Floor
  term: PaymentTerm
  module: Module
  kind: CostKind
}

/** The error for a price outside its allowed range. */
export const priceRefused = (t: Translate, kind: CostKind): string =>
  t('Enter a price from 0 to {most}.', { most: textOfPrice(maxOf(kind)) })

/** One price in dollars. A price below the floor is reset to the floor on blur, with a note (R224). */
export function CostInput({ server: { form }, floor, term, module, kind }: CostFieldProps) {
  const t = useT()
  const path = `${term}.${costField(module, kind)}`
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
      decimals={isLeadPrice(kind) ? 4 : 2}
      onLeave={leave}
    />
  )
}
