import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { listDeadJobs, purgeJob, readMachine, retryJob, type DeadJob } from '#contract/machine/machine.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { notify, notifyDone } from '../../shells/notify.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { RowActions } from '../../shells/resource-table/row-actions.tsx'
import styles from './machine.module.css'

const reads = [listDeadJobs, readMachine]

/** Background jobs that failed for good: run again once the cause is gone, or removed. */
export function DeadJobs() {
  const t = useT()
  const [jobToPurge, setJobToPurge] = useState<DeadJob | null>(null)
  return (
    <section aria-labelledby="dead-jobs">
      <h2 id="dead-jobs" className={styles.heading}>
        {t('Jobs failed for good')}
      </h2>
      <ResourceTable
        label={t('Jobs failed for good')}
        operation={listDeadJobs}
        input={({ page, perPage }) => ({ query: { page, perPage } })}
        columns={[...columns, actionsOf(setJobToPurge)]}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={t('No job failed for good')}
            hint={t('A job that failed in every attempt appears here with its last error.')}
          />
        }
      />
      {jobToPurge && (
        <ConfirmAction
          title={t('Remove this job?')}
          confirmLabel={t('Remove job')}
          operation={purgeJob}
          input={{ body: { job: jobToPurge.id } }}
          invalidates={reads}
          onClose={() => setJobToPurge(null)}
        >
          {t('What {task} should have done here is never done. This cannot be undone.', {
            task: isolate(jobToPurge.task),
          })}
        </ConfirmAction>
      )}
    </section>
  )
}

const columns: readonly Column<DeadJob>[] = [
  {
    key: 'task',
    header: msg('Job'),
    size: 'widest',
    wraps: true,
    cell: (row) => (
      <Lines strong detail={<bdi dir="ltr">{row.error}</bdi>}>
        <bdi dir="ltr">{row.task}</bdi>
      </Lines>
    ),
  },
  {
    key: 'attempts',
    header: msg('Attempts'),
    size: 'number',
    align: 'end',
    hideBelow: 'md',
    cell: (row) => row.attempts,
  },
  { key: 'failed', header: msg('Failed'), size: 'time', cell: (row) => <When at={row.failed_at} /> },
]

const actionsOf = (purge: (row: DeadJob) => void): Column<DeadJob> => ({
  key: 'actions',
  header: msg('Actions'),
  align: 'end',
  size: 'actions',
  cell: (row) => <Actions row={row} onPurge={() => purge(row)} />,
})

function When({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.when(at)}</time>
}

function Actions({ row, onPurge }: { row: DeadJob; onPurge: () => void }) {
  const t = useT()
  const retry = useAction(retryJob, { invalidates: reads, onDone: ({ message }) => notifyDone(t(message)) })
  const name = isolate(row.task)
  return (
    <RowActions
      name={row.task}
      items={[
        {
          icon: IconRefresh,
          label: t('Run {name} again', { name }),
          loading: retry.isPending,
          onClick: () =>
            retry.mutate({ body: { job: row.id } }, { onError: ({ message }) => notify('warning', message) }),
        },
        { icon: IconTrash, label: t('Remove {name}', { name }), onClick: onPurge },
      ]}
    />
  )
}
