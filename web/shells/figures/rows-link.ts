import type { Module } from '#contract/campaigns/modules.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import { opens } from '#contract/guards/judge.ts'
import { useMe } from '../../session/me.ts'
import { modulePlaces, useModule, type ModulePlace } from '../../session/module.ts'
import type { Search } from '../../session/search.ts'
import { filterValue, ownDays, type Days } from '../last-days.ts'

/** The list of what a figure counts, with the filters that make its total the figure. */
export type RowsLink = { to: string; search: Search }

/** Whose rows a figure counts, and of which days; all of them where a part is absent. */
export type Counted = { days?: Days; client?: string; campaign?: string; module?: Module }

const idOf = (value: string | undefined): string | undefined => (value === 'all' ? undefined : value)

/** The leads of a figure, which leaves test leads out. */
export const leadsOf = (
  { base }: Pick<ModulePlace, 'base'>,
  { days, client, campaign, module }: Counted,
): RowsLink => ({
  to: `${base}/leads`,
  search: {
    kind: 'lead',
    days: days && filterValue(days),
    module,
    client: idOf(client),
    campaign: idOf(campaign),
  },
})

/** An agency's leads as the operator lists them, by days alone. */
const leadsOfAgency = ({ base }: Pick<ModulePlace, 'base'>, agency: string, days: Days): RowsLink => ({
  to: `${base}/leads-management`,
  search: { agency, kind: 'lead', days: filterValue(days) },
})

/** The visits of a figure; their page sums them up by reason, and shows those of its own module. */
export const visitsOf = (
  { base }: Pick<ModulePlace, 'base'>,
  { days, client, campaign }: Omit<Counted, 'module'>,
  reason?: Reason,
): RowsLink => ({
  to: `${base}/visits`,
  search: {
    ...(days && { days: ownDays, ...days }),
    client: idOf(client),
    campaign: idOf(campaign),
    reason,
  },
})

/** Links to the rows of figures, where the reader may open the list and it has exactly them. */
export function useRowsLinks() {
  const { access } = useMe()
  const place = useModule()
  const ifOpen = (link: RowsLink): RowsLink | undefined => (opens(access, link.to) ? link : undefined)
  return {
    leads: (counted: Counted) => ifOpen(leadsOf(place, counted)),
    leadsOfAgency: (agency: string, days: Days) => ifOpen(leadsOfAgency(place, agency, days)),
    /** Each module lists its own visits, so that those of several are in no list. */
    visits: ({ module, ...counted }: Counted, reason?: Reason) => {
      const ownPlace = modulePlaces().find((one) => one.module === module)
      return ownPlace && ifOpen(visitsOf(ownPlace, counted, reason))
    },
  }
}
