import { Button, Tooltip } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { listCampaignCounts, queueCount, readCampaignCounts, type KeywordCount } from '#contract/keywords/counts.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './keywords.module.css'
import { failureTexts, foundText, keywordLine, peopleText, statusOf, targetText } from './words.ts'

type Props = {
  campaignId: string
  may: boolean
  /** Whether any of the campaign's counts is still processing; none can be retried meanwhile (R212). */
  isPending: boolean
  onApply: (count: KeywordCount) => void
  newButton: ReactNode
}

/** All counts of a campaign (R210). */
export function CountsTable({ campaignId, may, isPending, onApply, newButton }: Props) {
  const t = useT()
  return (
    <ResourceTable
      label={t('Keyword counts')}
      operation={listCampaignCounts}
      input={({ page, perPage, sort, order, filters }) => ({
        params: { id: campaignId, type: filters['status'] as 'all' },
        query: { page, perPage, sort: sort as 'all', order },
      })}
      columns={[
        ...columns,
        {
          key: 'actions',
          header: msg('Actions'),
          cell: (row) => may && <Act row={row} campaignId={campaignId} isPending={isPending} onApply={onApply} />,
        },
      ]}
      rowKey={(row) => row.id}
      filters={[
        {
          key: 'status',
          label: msg('Status'),
          all: msg('All statuses'),
          options: [
            { value: 'success', label: msg('Success') },
            { value: 'noresult', label: msg('No Result') },
            { value: 'failed', label: msg('Failed') },
            { value: 'pending', label: msg('Pending') },
          ],
        },
      ]}
      empty={
        <EmptyState
          icon={<IconUsersGroup size={28} stroke={1.5} />}
          title={t('No counts yet')}
          hint={t('Count who searched for your keywords before you start the campaign.')}
          action={newButton}
        />
      }
    />
  )
}

function Count({ count }: { count: number | null }) {
  return <Bdi>{peopleText(count, useT(), useFormat())}</Bdi>
}

function Found({ row }: { row: KeywordCount }) {
  const t = useT()
  return <Bdi>{foundText(row, t, useFormat())}</Bdi>
}

function Target({ row }: { row: KeywordCount }) {
  return <Bdi>{targetText(row, useT())}</Bdi>
}

function Status({ row }: { row: KeywordCount }) {
  const t = useT()
  const { name, tone } = statusOf(row)
  const reason = row.failure ? ` ${t(failureTexts[row.failure])}` : ''
  const problem = t('Server might be busy. Please try again later.') + reason
  return (
    <span className={styles.status}>
      <StatusBadge tone={tone} pulse={row.status === 'pending'}>
        {t(name)}
      </StatusBadge>
      {row.status === 'error' && (
        <span className={styles.problem} title={problem}>
          {problem}
        </span>
      )}
    </span>
  )
}

function When({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.date(at)}
    </time>
  )
}

const columns: readonly Column<KeywordCount>[] = [
  { key: 'no', header: msg('No'), size: 'menu', cell: (row) => <Bdi>{row.number}</Bdi>, hideBelow: 'md' },
  { key: 'target', header: msg('Target Location'), wraps: true, cell: (row) => <Target row={row} /> },
  {
    key: 'keyword',
    header: msg('Keyword'),
    size: 'wide',
    wraps: true,
    cell: (row) => <Bdi>{keywordLine(row.keyword)}</Bdi>,
  },
  {
    key: 'found',
    header: msg('Keyword Found'),
    size: 'number',
    align: 'end',
    cell: (row) => <Found row={row} />,
    hideBelow: 'md',
  },
  {
    key: 'count',
    header: msg('Historical Count'),
    size: 'number',
    align: 'end',
    sortKey: 'count',
    cell: (row) => <Count count={row.count} />,
  },
  { key: 'status', header: msg('Status'), size: 'status', cell: (row) => <Status row={row} /> },
  {
    key: 'created',
    header: msg('Created'),
    size: 'date',
    cell: (row) => <When at={row.created_at} />,
    hideBelow: 'lg',
  },
]

type ActProps = { row: KeywordCount } & Pick<Props, 'campaignId' | 'isPending' | 'onApply'>

function Act({ row, campaignId, isPending, onApply }: ActProps) {
  const t = useT()
  const retry = useAction(queueCount, {
    invalidates: [readCampaignCounts, listCampaignCounts],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  if (row.status === 'pending') return null
  if (row.status === 'done')
    return (
      <Button variant="default" size="compact-sm" onClick={() => onApply(row)}>
        {t('Apply')}
      </Button>
    )
  return (
    <Tooltip label={t('Wait until the pending count is done.')} disabled={!isPending}>
      <Button
        variant="default"
        size="compact-sm"
        data-disabled={isPending || undefined}
        aria-disabled={isPending || undefined}
        loading={retry.isPending}
        onClick={() =>
          !isPending &&
          retry.mutate({ body: { campaignId, count_id: row.id } }, { onError: ({ message }) => notifyFailed(message) })
        }
      >
        {t('Retry')}
      </Button>
    </Tooltip>
  )
}
