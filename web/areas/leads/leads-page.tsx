import { Button } from '@mantine/core'
import { IconDownload, IconUserSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { LeadRow } from '#contract/leads/lead.ts'
import { listLeads } from '#contract/leads/leads.ts'
import { liveLeads } from '#contract/leads/live.ts'
import { useStream, type StreamState } from '../../api/stream.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { SubmitError } from '../../shells/failure-note.tsx'
import { NextStep } from '../../shells/next-step.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column, Filter } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import type { TableQuery } from '../../shells/resource-table/table-state.ts'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'
import { ownerFilters } from '../campaigns/campaign-filter.tsx'
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { useLeadExport } from './use-lead-export.ts'

const kindFilter: Filter = {
  key: 'kind',
  label: msg('Kind'),
  options: [
    { value: 'lead', label: msg('Leads') },
    { value: 'test', label: msg('Test leads') },
  ],
}

type Kind = LeadRow['kind'] | 'all'
type SortKey = 'created_at' | 'last_name' | 'email' | 'all'

/** The list's state as the call takes it; the export sends the same, without its page. */
const filterOf = ({ sort, order, search, filters: chosen }: TableQuery) => ({
  sortby: sort as SortKey,
  order,
  searchQuery: search,
  kind: (chosen['kind'] ?? 'all') as Kind,
  campaign: chosen['campaign'] ?? 'all',
})

const rangeOf = (companyID: string, { filters: chosen }: TableQuery) => ({
  companyID,
  clientID: chosen['client'] ?? 'all',
  start: 'all' as const,
  end: 'all' as const,
})

/** Leads as they come: the newest appear by themselves, without a reload. */
export function LeadsPage() {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const module = useModule()
  const live = useLiveLeads(me.companyId)
  const download = useLeadExport()
  const filters = [kindFilter, ...ownerFilters(me.side)]
  return (
    <>
      <PageHeader
        title={t('Leads')}
        badge={<LiveBadge state={live} />}
        description={t('Persons who visited and passed every rule of their campaign.')}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={download.start}
            loading={download.busy}
          >
            {t('Download CSV')}
          </Button>
        }
      />
      <SubmitError failure={download.failure} />
      <ResourceTable
        label={t('Leads')}
        operation={listLeads}
        input={(query) => {
          const params = rangeOf(me.companyId, query)
          download.remember({ params, query: filterOf(query) })
          return { params, query: { ...filterOf(query), Page: query.page, PerPage: query.perPage } }
        }}
        columns={columnsOf(format, me.side !== 'client')}
        rowKey={(lead) => lead.id}
        rowLink={(lead) => `${module.base}/leads/${lead.id}`}
        searchLabel={msg('Search by name, e-mail or phone')}
        filters={filters}
        empty={
          <EmptyState
            icon={<IconUserSearch size={28} stroke={1.5} />}
            title={t('No leads yet')}
            hint={t('Leads appear here within seconds of a visit. The visits page tells why a visit made none.')}
            action={<NextStep to={`${module.base}/visits`} label={t('Visits')} />}
          />
        }
      />
    </>
  )
}

/** Refreshes the lists when the feed tells of something new. */
function useLiveLeads(companyId: string): StreamState {
  const client = useQueryClient()
  return useStream(liveLeads, { params: { companyID: companyId } }, () => {
    void client.invalidateQueries({ queryKey: [listLeads.name] })
  })
}

const liveTexts: Record<StreamState, { text: string; tone: Tone }> = {
  connecting: { text: msg('Connecting'), tone: 'plain' },
  live: { text: msg('Live'), tone: 'ok' },
  waiting: { text: msg('Reconnecting'), tone: 'warn' },
  refused: { text: msg('Not live'), tone: 'plain' },
}

function LiveBadge({ state }: { state: StreamState }) {
  const t = useT()
  const { text, tone } = liveTexts[state]
  return (
    <StatusBadge tone={tone} pulse={state === 'live'}>
      {t(text)}
    </StatusBadge>
  )
}

function columnsOf(format: Format, ofAgency: boolean): Column<LeadRow>[] {
  const columns: Column<LeadRow>[] = [
    { key: 'name', header: msg('Name'), sortKey: 'last_name', cell: (lead) => <NameCell lead={lead} /> },
    {
      key: 'contact',
      header: msg('Contact'),
      sortKey: 'email',
      cell: (lead) => (
        <Lines detail={lead.phone && <PhoneLink phone={lead.phone} />}>
          {lead.email ? <MailLink email={lead.email} /> : '—'}
        </Lines>
      ),
    },
    {
      key: 'campaign',
      header: msg('Campaign'),
      hideBelow: 'md',
      cell: (lead) => <Lines detail={ofAgency && lead.company_name}>{lead.campaignName}</Lines>,
    },
    {
      key: 'sure',
      header: msg('Sure'),
      align: 'end',
      hideBelow: 'lg',
      cell: (lead) => (lead.confidence === null ? '—' : format.percent(lead.confidence)),
    },
    {
      key: 'price',
      header: msg('Price'),
      align: 'end',
      cell: (lead) => format.price(Math.round(lead.retail_price * 10_000)),
    },
    {
      key: 'found',
      size: 'date',
      header: msg('Found'),
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
      detail={[lead.city, lead.state].filter(Boolean).join(', ')}
      beside={lead.kind === 'test' && <StatusBadge tone="info">{t('Test')}</StatusBadge>}
    >
      {`${lead.first_name} ${lead.last_name}`.trim() || t('Unnamed')}
    </Lines>
  )
}
