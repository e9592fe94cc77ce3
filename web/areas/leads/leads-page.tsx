import { IconUserSearch } from '@tabler/icons-react'
import { useLingui } from '@lingui/react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, type ReactNode } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import { leadColumns } from '#contract/leads/lead-columns.ts'
import { isSuggested, type LeadRow } from '#contract/leads/lead.ts'
import { listLeads, type LeadFileFormat } from '#contract/leads/leads.ts'
import { liveLeads } from '#contract/leads/live.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useCall } from '../../api/hooks.ts'
import { useStream, type StreamState } from '../../api/stream.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { selectedGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { NextStep } from '../../shells/next-step.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column, Filter } from '../../shells/resource-table/columns.ts'
import { daysFilter, daysIn } from '../../shells/resource-table/days-filter.tsx'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { useRowPanel } from '../../shells/resource-table/row-panel.ts'
import { useTableState, type TableQuery } from '../../shells/resource-table/table-state.ts'
import { besidePanel } from '../../shells/side-panel.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { ownerFilters } from '../../shells/owners/campaign-filter.tsx'
import { moduleFilters } from '../../shells/owners/module-filter.tsx'
import { GroupNote } from '../../shells/owners/group-note.tsx'
import { MailLink } from '../../ui/contact-links.tsx'
import { FileButton } from './exports/file-button.tsx'
import { PreparedFiles } from './exports/prepared-files.tsx'
import { useLeadFiles, type ShownLeads } from './exports/use-exports.ts'
import { CopyablePhone, CopyButton, placeOf } from './copyable-contact.tsx'
import { extraColumns } from './extra-columns.tsx'
import { LiveBadge } from './live-badge.tsx'
import { SuggestedNote } from './suggested-note.tsx'
import { LeadStatusBadge } from './work/status-field.tsx'
import { chooseColumn } from './work/choose-column.tsx'
import { mayWork } from './work/may-work.ts'
import { SelectedLeads } from './work/selected-leads.tsx'
import { statusOf, usePipeline } from './work/use-pipeline.ts'
import { useLeadSelection } from './work/use-selection.ts'
import { useWorkFilter, workFilters } from './work/work-columns.tsx'

const LeadPanel = lazy(async () => ({ default: (await import('./lead-panel.tsx')).LeadPanel }))

const kindFilter: Filter = {
  key: 'kind',
  label: msg('Type'),
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

/** What a file made for people shows: the list's columns, in the reader's language and time zone. */
const fileLookOf = (shown: readonly string[], locale: string) => ({
  columns: shown.filter((name) => name in leadColumns).join(','),
  language: locale === 'ar' ? ('ar' as const) : ('en' as const),
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

const inputOf = ({ params, query }: ShownLeads, { page, perPage }: TableQuery) => ({
  params,
  query: { ...query, page, perPage },
})

const sortKeys = ['last_name', 'email', 'created_at']

const rangeOf = (companyId: string, { filters: values }: TableQuery) => ({
  companyId,
  clientId: values['client'] ?? 'all',
  ...daysIn(values),
})

export function LeadsPage() {
  const t = useT()
  return <LeadList title={t('Leads')} companyId={useMe().companyId} />
}

type LeadListProps = {
  title: string
  /** The company whose leads are listed: an agency or a client. */
  companyId: string
  /** Shown next to the download button: controls that filter the whole page. */
  tools?: ReactNode
}

/** The list of leads; new leads appear without a reload. */
export function LeadList({ title, companyId, tools }: LeadListProps) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const me = useMe()
  const module = useModule()
  // For the operator's staff, an agency's clients, campaigns and single leads have no page to link to (R031).
  const isOutside = me.side === 'root'
  const group = isOutside ? 'all' : selectedGroup(me)
  const live = useLiveLeads(companyId)
  const files = useLeadFiles()
  // The list's current filters and search, so that the file contains what the list shows.
  const lastQuery = useRef<ShownLeads | null>(null)
  const start = (format: LeadFileFormat, always: boolean): void => {
    if (lastQuery.current) files.start(lastQuery.current, format, always)
  }
  const pipeline = usePipeline(companyId)
  const panel = useRowPanel('lead')
  const openLead = isOutside ? undefined : panel.openKey
  const workFilterOf = useWorkFilter()
  const ownFilters = [
    daysFilter(msg('Captured')),
    statusFilterOf(pipeline),
    ...(isOutside ? [] : workFilters),
    kindFilter,
  ]
  const filters = isOutside ? ownFilters : [...moduleFilters(me), ...ownFilters, ...ownerFilters(me.side)]
  const state = useTableState(filters, sortKeys)
  const filterNow = (query: TableQuery): ShownLeads => ({
    params: rangeOf(companyId, query),
    query: { ...filterOf(query, group), ...workFilterOf(query.filters) },
  })
  const list = useCall(listLeads, inputOf(filterNow(state.query), state.query), { keepPrevious: true })
  const selection = useLeadSelection(JSON.stringify(filterNow(state.query)))
  return (
    <div className={openLead && besidePanel}>
      <PageHeader
        title={title}
        badge={<LiveBadge state={live} />}
        description={t('People who passed every campaign rule.')}
        actions={
          <>
            {tools}
            <FileButton
              busy={files.busy}
              onDownload={(format) => start(format, false)}
              onPrepare={() => start('shown', true)}
            />
          </>
        }
      />
      {!isOutside && <GroupNote />}
      <PreparedFiles companyId={companyId} />
      <ResourceTable
        label={t('Leads')}
        operation={listLeads}
        input={(query, shown) => {
          const filter = filterNow(query)
          lastQuery.current = { ...filter, query: { ...filter.query, ...fileLookOf(shown, i18n.locale) } }
          return inputOf(filter, query)
        }}
        columns={[
          ...(mayWork(me) ? [chooseColumn(selection, t)] : []),
          ...columnsOf(format, pipeline, me.side !== 'client'),
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
          shown={() => filterNow(state.query)}
          total={list.data?.total ?? 0}
          pageIds={(list.data?.data ?? []).map(({ id }) => id)}
        />
      )}
      {openLead && (
        <Suspense>
          <LeadPanel leadId={openLead} onClose={panel.close} />
        </Suspense>
      )}
    </div>
  )
}

/** Refreshes the lists when the feed reports a new lead. */
function useLiveLeads(companyId: string): StreamState {
  const client = useQueryClient()
  return useStream(liveLeads, { params: { companyId } }, () => {
    void client.invalidateQueries({ queryKey: [listLeads.name] })
  })
}

const e4Of = ({ retail_price }: LeadRow): number => Math.round(retail_price * 10_000)

function columnsOf(format: Format, pipeline: readonly LeadStatus[], ofAgency: boolean): Column<LeadRow>[] {
  const columns: Column<LeadRow>[] = [
    {
      key: 'name',
      isPinned: true,
      size: 'wide',
      header: msg('Name'),
      sortKey: 'last_name',
      cell: (lead) => <NameCell lead={lead} />,
    },
    {
      key: 'contact',
      size: 'wide',
      header: msg('Contact'),
      sortKey: 'email',
      cell: (lead) => (
        <Lines
          detail={lead.phone && <CopyablePhone phone={lead.phone} />}
          beside={lead.email && <CopyButton text={lead.email} />}
        >
          {lead.email ? <MailLink email={lead.email} /> : '—'}
        </Lines>
      ),
    },
    {
      key: 'status',
      size: 'status',
      header: msg('Status'),
      cell: (lead) => (
        <Lines detail={lead.tags.join(', ')}>
          <LeadStatusBadge status={statusOf(pipeline, lead.status)} />
        </Lines>
      ),
    },
    {
      key: 'campaign',
      size: 'wide',
      header: msg('Campaign'),
      hideBelow: 'md',
      cell: (lead) => <Lines detail={ofAgency && lead.company_name}>{lead.campaignName}</Lines>,
    },
    {
      key: 'sure',
      header: msg('Match'),
      align: 'end',
      hideBelow: 'lg',
      cell: (lead) => (lead.confidence === null ? '—' : format.percent(lead.confidence)),
    },
    {
      key: 'price',
      header: msg('Price'),
      align: 'end',
      cell: (lead) => format.price(e4Of(lead)),
    },
    {
      key: 'found',
      size: 'time',
      header: msg('Captured'),
      sortKey: 'created_at',
      cell: (lead) => (
        <time dateTime={lead.created_at} title={format.dateTime(lead.created_at)}>
          {format.when(lead.created_at)}
        </time>
      ),
    },
  ]
  return columns
}

function NameCell({ lead }: { lead: LeadRow }) {
  const t = useT()
  return (
    <Lines
      strong
      detail={isSuggested(lead.match_key) ? <SuggestedNote /> : placeOf(lead)}
      beside={lead.kind === 'test' && <StatusBadge tone="info">{t('Test')}</StatusBadge>}
    >
      {`${lead.first_name} ${lead.last_name}`.trim() || t('Unnamed')}
    </Lines>
  )
}
