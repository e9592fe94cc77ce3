import { IconRefreshAlert } from '@tabler/icons-react'
import { listDeletionCycles, type DeletionCycleRow } from '#contract/privacy/records.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { Section } from '../../shells/section.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'

/** The readings of California's deletion platform: how every row was answered, and by when the next one is due. */
export function DeletionCycles() {
  const t = useT()
  return (
    <Section title={t('California’s deletion platform')} description={<NextReading />}>
      <ResourceTable
        label={t('Readings of the deletion platform')}
        prefix="cycles-"
        operation={listDeletionCycles}
        input={({ page, perPage }) => ({ query: { page, perPage } })}
        columns={columns}
        rowKey={(row) => row.started_at}
        empty={
          <EmptyState
            icon={<IconRefreshAlert size={22} stroke={1.6} />}
            title={t('Not read yet')}
            hint={t('With the broker’s key in the settings of the program it is read every 31 days.')}
          />
        }
      />
    </Section>
  )
}

function NextReading() {
  const t = useT()
  const format = useFormat()
  const { data } = useCall(listDeletionCycles, { query: { page: 1, perPage: 1 } })
  if (!data) return <>{t('Every row is answered, and whoever comes back is deleted again.')}</>
  if (!data.connected) return <>{t('Not connected: the program has no key of the platform.')}</>
  if (data.next_due_at === null) return <>{t('Connected. The first reading comes within the hour.')}</>
  return (
    <>
      {t('The law wants the next reading by {day}.', { day: format.when(data.next_due_at) })}{' '}
      {t('Every row is answered, and whoever comes back is deleted again.')}
    </>
  )
}

const columns: readonly Column<DeletionCycleRow>[] = [
  { key: 'start', header: msg('Read'), size: 'time', cell: (row) => <Start row={row} /> },
  { key: 'rows', header: msg('Rows'), align: 'end', size: 'number', cell: (row) => <Count n={row.rows} /> },
  {
    key: 'deleted',
    header: msg('Deleted'),
    align: 'end',
    size: 'number',
    cell: (row) => <Count n={row.rows_deleted} />,
  },
  {
    key: 'opted_out',
    header: msg('Opted out'),
    align: 'end',
    size: 'number',
    cell: (row) => <Count n={row.rows_opted_out} />,
  },
  {
    key: 'not_found',
    header: msg('Not found'),
    align: 'end',
    size: 'number',
    cell: (row) => <Count n={row.rows_not_found} />,
  },
  {
    key: 'amended',
    header: msg('Amended'),
    align: 'end',
    size: 'number',
    hideBelow: 'lg',
    cell: (row) => <Count n={row.rows_amended} />,
  },
  {
    key: 'removed',
    header: msg('Withdrawn'),
    align: 'end',
    size: 'number',
    hideBelow: 'lg',
    cell: (row) => <Count n={row.rows_removed} />,
  },
  {
    key: 'rows_unmatchable',
    header: msg('Rows of other lists'),
    align: 'end',
    size: 'number',
    hideBelow: 'lg',
    cell: (row) => <Count n={row.rows_unmatchable} />,
  },
  {
    key: 'unmatchable',
    header: msg('Unmatchable'),
    align: 'end',
    size: 'number',
    hideBelow: 'lg',
    cell: (row) => <Count n={row.people_unmatchable} />,
  },
  { key: 'status', header: msg('Status'), size: 'status', cell: (row) => <Answered row={row} /> },
]

function Start({ row: { started_at } }: { row: DeletionCycleRow }) {
  const format = useFormat()
  return (
    <Lines strong>
      <time dateTime={started_at}>{format.when(started_at)}</time>
    </Lines>
  )
}

function Answered({ row: { finished_at } }: { row: DeletionCycleRow }) {
  const t = useT()
  return finished_at === null ? (
    <StatusBadge tone="warn">{t('Running')}</StatusBadge>
  ) : (
    <StatusBadge tone="ok">{t('All answered')}</StatusBadge>
  )
}

function Count({ n }: { n: number }) {
  const format = useFormat()
  return <>{format.number(n)}</>
}
