import type { AnalyticsSums } from '#contract/reports/analytics.ts'
import { msg } from '../../../i18n/texts.tsx'
import type { Measure } from '../figures/measure.ts'

/** What agencies keep of what their clients pay. */
export const marginOf = ({ retail_e4, wholesale_e4 }: AnalyticsSums): number => retail_e4 - wholesale_e4

/** How many of the persons behind the visits are known; null without a visit. */
export const matchRateOf = ({ visits, matched }: AnalyticsSums): number | null =>
  visits === 0 ? null : matched / visits

/** For the operator wholesale is revenue; an agency earns retail, and its margin is what remains. */
export const measures: readonly Measure<AnalyticsSums>[] = [
  { key: 'leads', name: msg('Leads'), isMoney: false, valueOf: ({ leads }) => leads },
  { key: 'visits', name: msg('Visits'), isMoney: false, valueOf: ({ visits }) => visits },
  { key: 'wholesale', name: msg('Wholesale revenue'), isMoney: true, valueOf: ({ wholesale_e4 }) => wholesale_e4 },
  { key: 'margin', name: msg('Agency margin'), isMoney: true, valueOf: marginOf },
]
