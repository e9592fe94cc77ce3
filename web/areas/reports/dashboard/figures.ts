import type { LeadSums } from '#contract/reports/dashboard.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'

/** What a dashboard draws over its days. `retail` is what clients pay: a cost to them, revenue to their agency. */
export type Measure = 'leads' | 'retail' | 'margin'

export const marginOf = ({ retail_e4, wholesale_e4 = 0 }: LeadSums): number => retail_e4 - wholesale_e4

export const valueOf = (measure: Measure, sums: LeadSums): number =>
  measure === 'leads' ? sums.leads : measure === 'retail' ? sums.retail_e4 : marginOf(sums)

/** Only an agency knows what it pays itself, and so its margin. */
export const measuresFor = (isAgency: boolean): readonly { measure: Measure; name: Text }[] =>
  isAgency
    ? [
        { measure: 'leads', name: msg('Leads') },
        { measure: 'retail', name: msg('Revenue') },
        { measure: 'margin', name: msg('Margin') },
      ]
    : [
        { measure: 'leads', name: msg('Leads') },
        { measure: 'retail', name: msg('Cost') },
      ]

/** How much more or less than before, as a share; null where there was nothing to compare with. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : now / before - 1)

/** Whole cents of an amount in 1/10,000 dollar. */
export const centsOf = (amount_e4: number): number => Math.round(amount_e4 / 100)
