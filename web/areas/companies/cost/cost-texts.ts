import { modules } from '#contract/campaigns/modules.ts'
import { boundWord, costField, costKindsOf, type CostKind } from '#contract/pricing/cost.ts'
import { paymentTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import { boundFields, type BoundField } from '#contract/pricing/retail.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'

export const kindTexts: Readonly<Record<CostKind, Text>> = {
  platformFee: msg('Platform fee'),
  leadPrice: msg('Cost per lead'),
  advancedLeadPrice: msg('Cost per lead advanced'),
  monthlyMinimum: msg('Minimum cost per month'),
}

/** How often a fee is due under a term (R222); one-time fees have no suffix. */
export const termSuffixes: Readonly<Record<PaymentTerm, Text | null>> = {
  Weekly: msg('per week'),
  Monthly: msg('per month'),
  OneTime: null,
  Prepaid: msg('per month'),
}

const boundTexts: Readonly<Record<BoundField, Text>> = {
  maxPrice: msg('Highest price per lead'),
  leadLimit: msg('Maximum leads of a new campaign'),
  limitPeriod: msg('Counted'),
  firstDay: msg('First day of new campaigns'),
  lastDay: msg('Last day of new campaigns'),
}

const places = paymentTerms.flatMap((term) => modules.map((module) => ({ term, module })))

/** Labels for prices and bounds that someone else has changed meanwhile. */
export const costLabels: Readonly<Record<string, Text>> = Object.fromEntries(
  places.flatMap(({ term, module }) => [
    ...costKindsOf(module).map((kind) => [`${term}.${costField(module, kind)}`, kindTexts[kind]]),
    ...boundFields.map(({ name, wire }) => [`${term}.${boundWord(module, wire)}`, boundTexts[name]]),
  ]),
)
