import type { CostKind } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'

export const kindTexts: Readonly<Record<CostKind, Text>> = {
  platformFee: msg('Platform fee'),
  leadPrice: msg('Cost per lead'),
  advancedLeadPrice: msg('Cost per lead advanced'),
  monthlyMinimum: msg('Minimum cost per month'),
}

/** How often a fee is due under a term (R222); one time has no suffix. */
export const termSuffixes: Readonly<Record<PaymentTerm, Text | null>> = {
  Weekly: msg('per week'),
  Monthly: msg('per month'),
  OneTime: null,
  Prepaid: msg('per month'),
}
