import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents, WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'
import { machineTime } from './clock.ts'
import type { Platform } from './platform.ts'

/** Due jobs are looked for this often besides, because a notification can be lost. */
const sweepEvery_ms = 10_000
/** Delays of the looks whether the jobs of free queues were taken, each after the previous look. */
const looks_ms = [20, 50, 100, 200, 500, 1_000]
/** A look takes longer the more jobs wait: many notifications must not become a look after the other. */
const restsAfterLook = 2
/** Pools are woken one after the other, so that one's lookup has finished before the next one's. */
const between_ms = 5

export interface Waker {
  /** Wakes the workers that have something to do. */
  wake(): void
  stop(): Promise<void>
}

/** What waits of a task. */
interface Waiting {
  task: string
  /** Due jobs that are in no queue. */
  loose: number
  /** Free queues with due jobs. */
  queues: number
  /** In how many milliseconds the next one is due; null if none is planned. */
  next_ms: number | null
}

/**
 * Decides which workers look for a job. By itself the library wakes workers of every pool for every new job, and each worker
 * polls: dozens of statements to find one job, and several a second to find none. Here one statement tells which pools
 * have something to do, after a notification, when a planned job is due, and every few seconds.
 *
 * A worker that looks for a job briefly locks all free queues, whether its own jobs are in them or not, and skips locked ones: it
 * may miss a job of a queue, so one that nobody took is looked for again soon.
 */
export function wakeWorkers(platform: Pick<Platform, 'log' | 'ownerPool' | 'clock'>, events: WorkerEvents): Waker {
  const pools = followPools(events)
  let isStopped = false
  let isNew = false
  let step = 0
  let looking: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  events.on('pool:listen:success', () => wake())
  events.on('pool:listen:notification', ({ message }) => {
    if (message.channel === 'jobs:insert') wake()
  })

  function wake(): void {
    isNew = true
    lookSoon()
  }

  function lookSoon(): void {
    if (isStopped) return
    clearTimeout(timer)
    looking ??= look().finally(() => (looking = null))
  }

  async function look(): Promise<void> {
    let pause_ms = sweepEvery_ms
    do {
      if (isNew) step = 0
      isNew = false
      const began_ms = machineTime(platform.clock)
      try {
        pause_ms = await lookOnce()
      } catch (error) {
        platform.log.warn({ err: error }, 'due jobs could not be looked for; they run after the next look')
      }
      if (isNew) await sleep(restsAfterLook * (machineTime(platform.clock) - began_ms))
    } while (isNew && !isStopped)
    if (!isStopped) timer = setTimeout(lookSoon, pause_ms)
  }

  /** Returns after how many milliseconds to look again. */
  async function lookOnce(): Promise<number> {
    const waiting = await readWaiting(platform.ownerPool, pools.tasks())
    await pools.wakeFor(waiting)
    const isInQueue = waiting.some(({ queues }) => queues > 0)
    if (isInQueue && step < looks_ms.length) return looks_ms[step++]!
    return Math.min(sweepEvery_ms, ...waiting.flatMap(({ next_ms }) => next_ms ?? []))
  }

  return {
    wake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}

/** The pools of this process, which no longer wake their workers themselves. */
function followPools(events: WorkerEvents) {
  const pools = new Map<WorkerPool, { tasks: ReadonlySet<string>; nudge: WorkerPool['nudge'] }>()
  events.on('worker:create', ({ worker: { workerPool }, tasks }) => {
    if (pools.has(workerPool)) return
    pools.set(workerPool, { tasks: new Set(Object.keys(tasks)), nudge: workerPool.nudge.bind(workerPool) })
    workerPool.nudge = () => {}
  })
  events.on('pool:gracefulShutdown', ({ workerPool }) => pools.delete(workerPool))
  return {
    tasks: (): string[] => [...pools.values()].flatMap(({ tasks }) => [...tasks]),
    /** Wakes as many workers of each pool as it has jobs to run. */
    async wakeFor(waiting: readonly Waiting[]): Promise<void> {
      for (const { tasks, nudge } of pools.values()) {
        const jobs = waiting.filter(({ task }) => tasks.has(task))
        const dueJobs = jobs.reduce((sum, { loose, queues }) => sum + loose + queues, 0)
        if (dueJobs === 0) continue
        nudge(dueJobs)
        await sleep(between_ms)
      }
    },
  }
}

async function readWaiting(ownerPool: Pool, tasks: readonly string[]): Promise<Waiting[]> {
  const { rows } = await ownerPool.query<Waiting>(
    `select task.identifier as task,
            (count(*) filter (where job.run_at <= now() and job.job_queue_id is null))::int as loose,
            (count(distinct queue.id) filter (where job.run_at <= now() and queue.is_available))::int as queues,
            (extract(epoch from min(job.run_at) filter (where job.run_at > now()) - now()) * 1000)::float8 as next_ms
       from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
      where job.is_available and task.identifier = any($1)
      group by task.identifier`,
    [tasks],
  )
  return rows
}
