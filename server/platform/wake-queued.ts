import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents, WorkerPool } from 'graphile-worker'
import type { Platform } from './platform.ts'

/** Delays of the checks whether added jobs were all taken, each after the previous check. */
const looks_ms = [20, 50, 100, 200, 500, 1_000]
/** Pools are woken one after the other, so that one's lookup has finished before the next one's. */
const between_ms = 5

export interface Wakeners {
  stop(): Promise<void>
}

/**
 * Wakes worker pools again for queued jobs that none of them took. A worker that looks for a job briefly locks all free
 * queues, whether its own jobs are in them or not, and skips locked ones. A new job wakes all pools together, so the
 * one that could run it usually finds its queue locked, and would poll again only after `pollInterval`.
 */
export function wakeForQueued({ ownerPool, log }: Pick<Platform, 'log' | 'ownerPool'>, events: WorkerEvents): Wakeners {
  const pools = new Set<WorkerPool>()
  let isStopped = false
  let isNew = false
  let looking: Promise<void> | null = null
  events.on('pool:listen:notification', ({ workerPool, message }) => {
    pools.add(workerPool)
    if (message.channel !== 'jobs:insert' || isStopped) return
    isNew = true
    looking ??= look().finally(() => (looking = null))
  })

  events.on('pool:gracefulShutdown', ({ workerPool }) => pools.delete(workerPool))

  async function look(): Promise<void> {
    try {
      while (isNew && !isStopped) {
        isNew = false
        for (const wait_ms of looks_ms) {
          await sleep(wait_ms)
          const free = await countFree()
          if (free === 0) break
          await wakeAll(free)
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'could not wake a queued job; it runs at the next poll')
    }
  }

  async function wakeAll(free: number): Promise<void> {
    for (const pool of pools) {
      if (isStopped) return
      pool.nudge(free)
      await sleep(between_ms)
    }
  }

  async function countFree(): Promise<number> {
    const { rows } = await ownerPool.query<{ free: number }>(
      `select count(distinct job.job_queue_id)::int as free
         from graphile_worker._private_jobs job join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
        where job.is_available and queue.is_available and job.run_at <= now()`,
    )
    return rows[0]!.free
  }

  return {
    async stop() {
      isStopped = true
      await looking
    },
  }
}
