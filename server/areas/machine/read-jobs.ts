import type { Pool } from 'pg'

export interface TaskFigures {
  task: string
  /** Due, and not held back by another job of their queue. */
  waiting: number
  /** How long the oldest of them has been due. */
  oldest_s: number
  running: number
  /** Failed and will run again. */
  failing: number
  /** Failed for good. */
  dead: number
}

/** The queue of background jobs by task. Its times are the database's own. */
export async function readJobs(ownerPool: Pool): Promise<TaskFigures[]> {
  const { rows } = await ownerPool.query<TaskFigures>(
    `select task.identifier as task,
            count(*) filter (where is_due)::int as waiting,
            coalesce(extract(epoch from clock_timestamp() - min(job.run_at) filter (where is_due)), 0)::float8 as "oldest_s",
            count(*) filter (where job.locked_at is not null)::int as running,
            count(*) filter (where job.locked_at is null and job.attempts > 0 and job.attempts < job.max_attempts)::int as failing,
            count(*) filter (where job.locked_at is null and job.attempts >= job.max_attempts)::int as dead
       from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
      cross join lateral (
        select job.is_available and job.run_at <= clock_timestamp() and queue.locked_at is null as is_due) as state
      group by 1 order by 1`,
  )
  return rows
}

/** The tasks that send emails, as their jobs are declared (mail-tasks.test.ts). */
const mailTasks: ReadonlySet<string> = new Set([
  'mail-invoice',
  'mail-password-reset',
  'mail-payment',
  'mail-registration',
  'mail-sheet-link',
  'mail-statement',
  'send-account-mail',
  'send-report',
  'warn-of-destination',
  'warn-of-mail-server',
])

export const sendsMail = (task: string): boolean => mailTasks.has(task)

/** Emails in this state, over all tasks that send them. */
export const sumMails = (jobs: readonly TaskFigures[], state: 'waiting' | 'failing' | 'dead'): number =>
  jobs.filter(({ task }) => sendsMail(task)).reduce((sum, task) => sum + task[state], 0)
