import { Button } from '@mantine/core'
import { IconShieldQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import type { RequestKind } from '#contract/privacy/choices.ts'
import {
  dueSoon_days,
  listPrivacyRequests,
  type PrivacyRequest,
  type RequestStage,
} from '#contract/privacy/requests.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column, Filter } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { kindTexts, stageTexts } from './words.ts'

const filters: readonly Filter[] = [
  {
    key: 'stage',
    label: msg('Status'),
    all: msg('All statuses'),
    options: Object.entries(stageTexts).map(([value, { text }]) => ({ value, label: text })),
  },
  {
    key: 'kind',
    label: msg('Request'),
    all: msg('All requests'),
    options: Object.entries(kindTexts).map(([value, label]) => ({ value, label })),
  },
  {
    key: 'due',
    label: msg('Due'),
    all: msg('Due at any time'),
    options: [
      { value: 'soon', label: msg('Within a week') },
      { value: 'overdue', label: msg('Past its date') },
    ],
  },
]

/** `/configuration/privacy-requests`: what people without an account asked for on all brands, and until when it must be answered. */
export function PrivacyRequestsPage() {
  const t = useT()
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <>
      <PageHeader
        title={t('Privacy requests')}
        description={t(
          'What people asked for on the privacy pages of all brands. Records hold no names and are kept for 24 months.',
        )}
      />
      <ResourceTable
        label={t('Privacy requests')}
        operation={listPrivacyRequests}
        input={({ page, perPage, filters }) => ({
          query: {
            page,
            perPage,
            stage: (filters['stage'] ?? 'all') as RequestStage | 'all',
            kind: (filters['kind'] ?? 'all') as RequestKind | 'all',
            due: (filters['due'] ?? 'all') as 'all' | 'soon' | 'overdue',
          },
        })}
        columns={[...columns, detailsOf(setOpenId)]}
        rowKey={(row) => row.id}
        filters={filters}
        empty={
          <EmptyState
            icon={<IconShieldQuestion size={22} stroke={1.6} />}
            title={t('No privacy requests')}
            hint={t('Whoever opts out, or asks to see, correct or delete what is held, appears here with a deadline.')}
          />
        }
      />
      {openId !== null && <RequestDialog requestId={openId} onClose={() => setOpenId(null)} />}
    </>
  )
}

const columns: readonly Column<PrivacyRequest>[] = [
  { key: 'request', header: msg('Request'), size: 'wide', cell: (row) => <Request row={row} /> },
  { key: 'host', header: msg('Asked on'), hideBelow: 'lg', cell: (row) => <Bdi>{row.host}</Bdi> },
  { key: 'law', header: msg('State'), hideBelow: 'lg', cell: (row) => <Bdi>{row.law ?? '—'}</Bdi> },
  {
    key: 'received',
    header: msg('Received'),
    size: 'time',
    hideBelow: 'md',
    cell: (row) => <Day at={row.received_at} />,
  },
  { key: 'due', header: msg('Due'), size: 'time', cell: (row) => <Due row={row} /> },
  { key: 'status', header: msg('Status'), size: 'longStatus', cell: (row) => <Stage row={row} /> },
]

const detailsOf = (open: (id: string) => void): Column<PrivacyRequest> => ({
  key: 'actions',
  header: msg('Actions'),
  align: 'end',
  size: 'actions',
  cell: (row) => <Details row={row} onOpen={() => open(row.id)} />,
})

function Details({ row, onOpen }: { row: PrivacyRequest; onOpen: () => void }) {
  const t = useT()
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('Details of {name}', { name: isolate(row.number) })}
      onClick={onOpen}
    >
      {t('Details')}
    </Button>
  )
}

function Request({ row }: { row: PrivacyRequest }) {
  const t = useT()
  return (
    <Lines strong detail={<Bdi>{row.number}</Bdi>}>
      {t(kindTexts[row.kind])}
    </Lines>
  )
}

function Day({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.when(at)}</time>
}

function Due({ row }: { row: PrivacyRequest }) {
  const t = useT()
  if (row.days_left === null) return <>—</>
  if (row.days_left < 0) return <StatusBadge tone="bad">{t('Past its date')}</StatusBadge>
  return (
    <StatusBadge tone={row.days_left <= dueSoon_days ? 'warn' : 'plain'}>
      {t('{count, plural, one {# day left} other {# days left}}', { count: row.days_left })}
    </StatusBadge>
  )
}

function Stage({ row }: { row: PrivacyRequest }) {
  const t = useT()
  const { text, tone } = stageTexts[row.stage]
  return (
    <Lines detail={row.extended ? t('Extended') : undefined}>
      <StatusBadge tone={tone}>{t(text)}</StatusBadge>
    </Lines>
  )
}
