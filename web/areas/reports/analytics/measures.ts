import type { AnalyticsSums } from '#contract/reports/analytics.ts'
import { msg } from '../../../i18n/texts.tsx'
import { marginOf } from '../../../shells/figures/change.ts'
import type { Measure } from '../../../shells/figures/measure.ts'

/** The share of visits that were matched to a person; null without visits. */
export const matchRateOf = ({ visits, matched }: AnalyticsSums): number | null =>
  visits === 0 ? null : matched / visits

/** Wholesale is the operator's revenue; an agency's revenue is retail, and its margin the difference. */
export const measures: readonly Measure<AnalyticsSums>[] = [
  { key: 'leads', name: msg('Leads'), isMoney: false, valueOf: ({ leads }) => leads },
  { key: 'visits', name: msg('Visits'), isMoney: false, valueOf: ({ visits }) => visits },
  { key: 'wholesale', name: msg('Wholesale revenue'), isMoney: true, valueOf: ({ wholesale_e4 }) => wholesale_e4 },
  { key: 'margin', name: msg('Agency margin'), isMoney: true, valueOf: marginOf },
]
