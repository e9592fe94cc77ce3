import { toPage } from '#contract/core/page.ts'
import type { listDeadJobs, purgeJob, retryJob } from '#contract/machine/machine.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row {
  id: string
  task: string
  attempts: number
  error: string
  created_at: Date
  failed_at: Date
  total: number
}

const isDead = `job.locked_at is null and job.attempts >= job.max_attempts`

/** Without what they were about: a payload may name people. */
export const handleListDeadJobs: Handler<typeof listDeadJobs> = async ({ query }, { inScope }) => {
  const { page, perPage } = query
  const { rows } = await inScope((tx) =>
    tx.query<Row>(
      `select job.id::text as id, task.identifier as task, job.attempts::int as attempts,
          left(coalesce(split_part(job.last_error, E'\\n', 1), ''), 300) as error, job.created_at, job.updated_at as failed_at,
          count(*) over ()::integer as total
         from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
        where ${isDead} order by job.updated_at desc, job.id limit $1 offset $2`,
      [perPage, (page - 1) * perPage],
    ),
  )
  const data = rows.map(({ total: _total, created_at, failed_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    failed_at: failed_at.toISOString(),
  }))
  return toPage(data, page, perPage, rows[0]?.total ?? 0)
}

/** The task of a dead job, which nobody else changes until the transaction ends. One that runs again looks like none. */
async function lockDead(tx: Tx, jobId: string): Promise<string> {
  const { rows } = await tx.query<{ task: string }>(
    `select task.identifier as task from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
      where job.id = $1 and ${isDead} for update of job`,
    [jobId],
  )
  if (!rows[0]) throw notFound()
  return rows[0].task
}

export const handleRetryJob: Handler<typeof retryJob> = async ({ body: { job } }, call) => {
  await call.inScope(async (tx) => {
    const task = await lockDead(tx, job)
    await tx.query('select from graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => 0)', [
      job,
    ])
    await recordActivity(tx, call, { action: 'setting.jobRetried', to: { task } })
  })
  return { result: 'success', message: 'The job runs again.' }
}

export const handlePurgeJob: Handler<typeof purgeJob> = async ({ body: { job } }, call) => {
  await call.inScope(async (tx) => {
    const task = await lockDead(tx, job)
    await tx.query('delete from graphile_worker._private_jobs where id = $1', [job])
    await recordActivity(tx, call, { action: 'setting.jobPurged', from: { task } })
  })
  return { result: 'success', message: 'The job was removed.' }
}
