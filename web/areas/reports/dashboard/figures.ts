import type { LeadSums } from '#contract/reports/dashboard.ts'
import { msg } from '../../../i18n/texts.tsx'
import type { Measure } from '../figures/measure.ts'

/** Key figures at the top: an agency reads its margin, too. */
export const figureCount = (isAgency: boolean): number => (isAgency ? 5 : 4)

export const marginOf = ({ retail_e4, wholesale_e4 = 0 }: LeadSums): number => retail_e4 - wholesale_e4

const leads: Measure<LeadSums> = { key: 'leads', name: msg('Leads'), isMoney: false, valueOf: (sums) => sums.leads }
const retail = { key: 'retail', isMoney: true, valueOf: (sums: LeadSums) => sums.retail_e4 }

/** What clients pay is a cost to them and revenue to their agency. Only an agency knows its own cost, and so its margin. */
export const measuresFor = (isAgency: boolean): readonly Measure<LeadSums>[] =>
  isAgency
    ? [
        leads,
        { ...retail, name: msg('Revenue') },
        { key: 'margin', name: msg('Margin'), isMoney: true, valueOf: marginOf },
      ]
    : [leads, { ...retail, name: msg('Cost') }]
