import { jobs } from '../jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { TestDatabase } from './harness.ts'

/** Runs all queued jobs, and the jobs that these enqueue, in order. Returns their names. */
export async function runJobs(db: TestDatabase, platform: Platform): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const { rows } = await db.adminPool.query<{ name: string; payload: unknown }>(
      `with taken as (delete from graphile_worker._private_jobs returning id, task_id, payload)
       select identifier as name, payload from taken join graphile_worker._private_tasks task on task.id = task_id
       order by taken.id`,
    )
    if (rows.length === 0) return names
    for (const { name, payload } of rows) {
      const job = jobs.find((each) => each.name === name)
      if (!job) throw new Error(`no job is named ${name}`)
      await job.run(platform, payload)
      names.push(name)
    }
  }
}
