import type { LeadSums } from '#contract/reports/dashboard.ts'
import { msg } from '../../i18n/texts.tsx'
import { marginOf } from './change.ts'
import type { Measure } from './measure.ts'

/** The number of key figures; agencies also see their margin. */
export const figureCount = (isAgency: boolean): number => (isAgency ? 5 : 4)

const leads: Measure<LeadSums> = { key: 'leads', name: msg('Leads'), isMoney: false, valueOf: (sums) => sums.leads }
const retail = { key: 'retail', isMoney: true, valueOf: (sums: LeadSums) => sums.retail_e4 }

/** What clients pay is their cost and the agency's revenue. Only the agency knows its own cost, and so its margin. */
export const measuresFor = (isAgency: boolean): readonly Measure<LeadSums>[] =>
  isAgency
    ? [
        leads,
        { ...retail, name: msg('Revenue') },
        { key: 'margin', name: msg('Margin'), isMoney: true, valueOf: marginOf },
      ]
    : [leads, { ...retail, name: msg('Cost') }]
