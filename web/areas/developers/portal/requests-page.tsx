import { Select } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { readDeveloperApi } from '#contract/developers/credentials.ts'
import { listDeveloperRequests, requestOutcomes, type DeveloperRequest } from '#contract/developers/requests.ts'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat, type Format } from '../../../i18n/format.ts'
import { msg, useT, type Translate } from '../../../i18n/texts.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { MoreTable, useMoreList } from '../../../shells/more-table.tsx'
import type { Column, Filter, FilterControlProps } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { useTableState } from '../../../shells/resource-table/table-state.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { operationsIn } from './api-document.ts'
import { PageHeader } from '../../../shells/page-header.tsx'
import styles from './portal.module.css'

const outcomeTexts = { succeeded: msg('Succeeded'), failed: msg('Failed') } as const

const filters: readonly Filter[] = [
  {
    key: 'outcome',
    label: msg('Outcomes'),
    all: msg('All outcomes'),
    options: requestOutcomes.map((value) => ({ value, label: outcomeTexts[value] })),
  },
  {
    key: 'operation',
    label: msg('Operations'),
    control: OperationFilter,
    chosen: ({ value }) => value,
    isValue: (value) => /^[A-Za-z]{1,64}$/.test(value),
  },
]

const chosenOf = (value: string | undefined): string | undefined => (value === 'all' ? undefined : value)

/** Log of the API requests from the company's own software, with their responses. */
export function RequestsPage() {
  const t = useT()
  const format = useFormat()
  const state = useTableState(filters, [])
  const outcome = chosenOf(state.query.filters['outcome']) as (typeof requestOutcomes)[number] | undefined
  const operation = chosenOf(state.query.filters['operation'])
  const list = useMoreList<DeveloperRequest>(
    [listDeveloperRequests.name, { outcome, operation }],
    async (cursor, signal) => {
      const query = { outcome, operation, cursor, limit: 25 }
      const page = await call(listDeveloperRequests, { query, signal })
      return { data: page.data, next: page.next_cursor }
    },
    5_000,
  )
  return (
    <>
      <PageHeader title={t('API requests')} description={t('Calls made with your keys in the last 30 days.')} />
      <MoreTable
        list={list}
        label={t('API requests')}
        rowKey={(row) => row.request_id}
        columns={columnsOf(t, format)}
        filters={filters}
        state={state}
        empty={
          <EmptyState
            icon={<IconListDetails size={28} stroke={1.5} />}
            title={t('No requests yet')}
            hint={t('Create a key under Developer in your account menu, get a token and make a first call.')}
          />
        }
      />
    </>
  )
}

const columnsOf = (t: Translate, format: Format): Column<DeveloperRequest>[] => [
  {
    key: 'at',
    size: 'time',
    header: msg('When'),
    cell: (row) => (
      <time dateTime={row.created_at} title={format.dateTime(row.created_at)}>
        {format.when(row.created_at)}
      </time>
    ),
  },
  {
    key: 'operation',
    size: 'wide',
    header: msg('Operation'),
    cell: (row) => (
      <Lines detail={row.request_id}>
        <span className={styles.code}>{row.operation}</span>
      </Lines>
    ),
  },
  {
    key: 'result',
    header: msg('Result'),
    cell: (row) => (
      <Lines detail={row.code}>
        <StatusBadge tone={row.status < 400 ? 'ok' : row.status < 500 ? 'warn' : 'bad'}>{row.status}</StatusBadge>
      </Lines>
    ),
  },
  {
    key: 'key',
    header: msg('Key'),
    hideBelow: 'md',
    cell: (row) => <span className={styles.code}>{row.client_id ?? '—'}</span>,
  },
  {
    key: 'duration',
    header: msg('Duration'),
    align: 'end',
    size: 'number',
    cell: (row) => t('{n} ms', { n: format.number(row.duration_ms) }),
  },
]

/** Filters the request log by operation id. */
function OperationFilter({ label, className, value, onChange }: FilterControlProps) {
  const t = useT()
  const api = useCall(readDeveloperApi, {})
  const names = api.data ? operationsIn(api.data).map(({ operationId }) => operationId) : []
  const options = value === 'all' || names.includes(value) ? names : [value, ...names]
  return (
    <Select
      className={className}
      aria-label={label}
      placeholder={t('All operations')}
      data={options}
      value={value === 'all' ? null : value}
      searchable
      clearable
      onChange={(next) => onChange(next ?? 'all')}
    />
  )
}
