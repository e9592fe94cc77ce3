import type { Module } from '#contract/campaigns/modules.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { msg } from '../../../i18n/texts.tsx'
import { selectedGroup } from '../../../session/group.ts'
import { useMe } from '../../../session/me.ts'
import { moduleFilters } from '../../../shells/owners/module-filter.tsx'
import { ownerFilters } from '../../../shells/owners/campaign-filter.tsx'
import type { Filter } from '../../../shells/resource-table/columns.ts'
import { daysFilter, daysIn } from '../../../shells/resource-table/days-filter.tsx'
import type { TableQuery } from '../../../shells/resource-table/table-state.ts'
import type { ShownLeads } from '../exports/use-exports.ts'
import { useWorkFilter, workFilters } from '../work/work-columns.tsx'

const kindFilter: Filter = {
  key: 'kind',
  label: msg('Type'),
  isRare: true,
  all: msg('All types'),
  options: [
    { value: 'lead', label: msg('Leads') },
    { value: 'test', label: msg('Test leads') },
  ],
}

const statusFilterOf = (pipeline: readonly LeadStatus[]): Filter => ({
  key: 'status',
  label: msg('Status'),
  all: msg('All statuses'),
  options: pipeline.map(({ key, name }) => ({ value: key, label: name })),
})

/** Days and the status are asked for most; with more of them, the toolbar would take several rows. */
const asRare = (filter: Filter): Filter => ({ ...filter, isRare: true })

type Kind = LeadRow['kind'] | 'all'
type SortKey = 'created_at' | 'last_name' | 'email' | 'all'

/** The list's state as the call takes it; the export sends the same filter, without the page. */
const filterOf = ({ sort, order, search, filters: values }: TableQuery, groupId: string) => ({
  sortBy: sort as SortKey,
  order,
  searchQuery: search,
  kind: (values['kind'] ?? 'all') as Kind,
  status: values['status'] ?? 'all',
  campaign: values['campaign'] ?? 'all',
  moduleType: (values['module'] ?? 'all') as Module | 'all',
  groupId,
})

const rangeOf = (companyId: string, { filters: values }: TableQuery) => ({
  companyId,
  clientId: values['client'] ?? 'all',
  ...daysIn(values),
})

/**
 * The filters of a company's leads, and how calls take them.
 * @param hasStatus False where every status is shown in a place of its own.
 */
export function useLeadFilter(companyId: string, pipeline: readonly LeadStatus[], hasStatus: boolean) {
  const me = useMe()
  const workFilterOf = useWorkFilter()
  // For the operator's staff, an agency's clients, campaigns and single leads have no page to link to (R031).
  const isOutside = me.side === 'root'
  const group = isOutside ? 'all' : selectedGroup(me)
  const ownFilters = [
    daysFilter(msg('Captured')),
    ...(hasStatus ? [statusFilterOf(pipeline)] : []),
    ...(isOutside ? [] : workFilters),
    kindFilter,
  ]
  return {
    isOutside,
    filters: isOutside ? ownFilters : [...ownFilters, ...[...ownerFilters(me.side), ...moduleFilters(me)].map(asRare)],
    filterOf: (query: TableQuery): ShownLeads => ({
      params: rangeOf(companyId, query),
      query: { ...filterOf(query, group), ...workFilterOf(query.filters) },
    }),
  }
}
