import type { WorkerEvents } from 'graphile-worker'
import type { Platform } from './platform.ts'

const heartbeatEvery_ms = 10_000
const deadAfter_ms = 30_000
/** A pool of another process may have taken a job just before its first heartbeat. */
const newFor_ms = 5_000

export interface LivePools {
  /** To be called once the pools have started; throws if the database is unavailable. */
  begin(): Promise<void>
  stop(): Promise<void>
}

/**
 * Records a heartbeat of the local worker pools every few seconds, and unlocks the jobs of dead ones: a lock contains
 * the id of its pool. Uses the database's clock, since no time is shown. `onUnlocked` is called when jobs are free again, of which
 * nobody is notified.
 */
export function recordLivePools(
  { ownerPool, log }: Pick<Platform, 'log' | 'ownerPool'>,
  events: WorkerEvents,
  onUnlocked: () => void,
): LivePools {
  const living = new Set<string>()
  const endedPools = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  events.on('pool:create', ({ workerPool }) => {
    living.add(workerPool.id)
    // This pool takes jobs immediately, however long the others take to start.
    void trySendHeartbeat()
  })
  events.on('pool:release', ({ workerPool }) => {
    living.delete(workerPool.id)
    endedPools.add(workerPool.id)
  })

  async function sendHeartbeat(): Promise<void> {
    const endedIds = [...endedPools]
    const { rowCount } = await ownerPool.query(
      `with own as (
         insert into worker_heartbeat (worker_id, beat_at) select worker_id, clock_timestamp() from unnest($4::text[]) as worker_id
         on conflict (worker_id) do update set beat_at = excluded.beat_at),
       living as (
         select worker_id from worker_heartbeat where beat_at > clock_timestamp() - make_interval(secs => $1)
         union all select unnest($4::text[])),
       buried as (
         delete from worker_heartbeat
         where worker_id <> all($4)
           and (beat_at < clock_timestamp() - make_interval(secs => 20 * $1) or worker_id = any($3)))
       select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
       from graphile_worker._private_jobs
       where locked_by = any($3) or (
         locked_by not in (select worker_id from living)
         and locked_at < clock_timestamp() - make_interval(secs => $2))
       having count(*) > 0`,
      [deadAfter_ms / 1_000, newFor_ms / 1_000, endedIds, [...living]],
    )
    if (rowCount) onUnlocked()
    for (const id of endedIds) endedPools.delete(id)
  }

  const trySendHeartbeat = (): Promise<void> =>
    sendHeartbeat().catch((error: unknown) => log.warn({ err: error }, 'worker heartbeat failed'))

  return {
    async begin() {
      await sendHeartbeat()
      timer = setInterval(() => void trySendHeartbeat(), heartbeatEvery_ms)
    },
    async stop() {
      clearInterval(timer)
      await ownerPool.query('delete from worker_heartbeat where worker_id = any($1)', [[...living, ...endedPools]])
    },
  }
}
