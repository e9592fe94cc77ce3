import { IconUserSearch } from '@tabler/icons-react'
import { listLeads } from '#contract/leads/leads.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { NextStep } from '../../../shells/next-step.tsx'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import type { RowPanel } from '../../../shells/resource-table/row-panel.ts'
import { useTableState, type TableQuery } from '../../../shells/resource-table/table-state.ts'
import type { ShownLeads } from '../exports/use-exports.ts'
import { extraColumns } from '../extra-columns.tsx'
import { chooseColumn } from '../work/choose-column.tsx'
import { mayWork } from '../work/may-work.ts'
import { SelectedLeads } from '../work/selected-leads.tsx'
import { useLeadSelection } from '../work/use-selection.ts'
import type { useLeadFilter } from './use-lead-filter.ts'
import { usualColumns } from './usual-columns.tsx'

const sortKeys = ['last_name', 'email', 'created_at']

const inputOf = ({ params, query }: ShownLeads, { page, perPage }: TableQuery) => ({
  params,
  query: { ...query, page, perPage },
})

type LeadTableProps = {
  companyId: string
  pipeline: readonly LeadStatus[]
  filter: ReturnType<typeof useLeadFilter>
  panel: RowPanel
  /** Told what is shown, so that a file contains it. */
  onShown: (leads: ShownLeads, columns: readonly string[]) => void
}

/** Leads as a table, with what can be done with several of them. */
export function LeadTable({ companyId, pipeline, filter, panel, onShown }: LeadTableProps) {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const module = useModule()
  const { isOutside, filters, filterOf } = filter
  const state = useTableState(filters, sortKeys)
  const shownLeads = filterOf(state.query)
  const list = useCall(listLeads, inputOf(shownLeads, state.query), { keepPrevious: true })
  const selection = useLeadSelection(JSON.stringify(shownLeads))
  return (
    <>
      <ResourceTable
        label={t('Leads')}
        operation={listLeads}
        input={(query, columns) => {
          onShown(filterOf(query), columns)
          return inputOf(filterOf(query), query)
        }}
        columns={[
          ...(mayWork(me) ? [chooseColumn(selection, t)] : []),
          ...usualColumns(format, pipeline, me.side !== 'client'),
          ...extraColumns(t, format, me.side === 'client'),
        ]}
        savedAs="leads"
        rowKey={(lead) => lead.id}
        rowLink={isOutside ? undefined : (lead) => `${module.base}/leads/${lead.id}`}
        panel={isOutside ? undefined : panel}
        searchLabel={msg('Search by name, email or phone')}
        filters={filters}
        empty={
          <EmptyState
            icon={<IconUserSearch size={28} stroke={1.5} />}
            title={t('No leads yet')}
            hint={t('Leads appear here within seconds of a visit. See Visits for why a visit didn’t become one.')}
            action={<NextStep to={`${module.base}/visits`} label={t('Visits')} />}
          />
        }
      />
      {mayWork(me) && (
        <SelectedLeads
          companyId={companyId}
          selection={selection}
          pipeline={pipeline}
          shown={() => shownLeads}
          total={list.data?.total ?? 0}
          pageIds={(list.data?.data ?? []).map(({ id }) => id)}
        />
      )}
    </>
  )
}
