import type { Pool } from 'pg'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { countBacklog } from '#server/areas/integrations/deliveries/count-backlog.ts'
import { readResolveLag } from '#server/areas/leads/read-resolve-lag.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const longHit_ms = 60_000
const longTransaction_ms = 60_000
const longJob_minutes = 10

interface CheckedPools {
  ownerPool: Pool
  appPool: Pool
  identityPool: Pool
}

/** What is waiting to be resolved, delivered and processed, and for how long. */
export async function checkQueues(pools: CheckedPools, now_ms: number): Promise<Finding[]> {
  const rootIds = await readRoots(pools)
  return [
    await checkHits(pools.appPool, rootIds, now_ms),
    await checkTransactions(pools.ownerPool),
    await checkMarks(pools),
    await checkDeliveries(pools.appPool, rootIds, now_ms),
    await checkJobs(pools.ownerPool),
  ]
}

async function checkHits(pool: Pool, rootIds: readonly string[], now_ms: number): Promise<Finding> {
  const { agencies, oldest_ms } = await readResolveLag(pool, rootIds, now_ms)
  const text = `hits of ${agencies} agencies are unresolved, the oldest for ${Math.round(oldest_ms / 1000)} s`
  if (agencies === 0) return ok('every hit is resolved')
  return oldest_ms < longHit_ms
    ? ok(text)
    : failure(
        text,
        'Run the work role. If it is running, its log says which agency fails and why; check long transactions too.',
      )
}

/** Hits are resolved up to the oldest running transaction, so a forgotten one stops all leads. */
async function checkTransactions(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ pid: number; seconds: number }>(
    `select pid, extract(epoch from clock_timestamp() - xact_start)::int as seconds from pg_stat_activity
      where backend_xid is not null and clock_timestamp() - xact_start > $1 * interval '1 millisecond'`,
    [longTransaction_ms],
  )
  const longest = rows.toSorted((a, b) => b.seconds - a.seconds)[0]
  return longest
    ? warning(
        `a transaction (process ${longest.pid}) has been writing for ${longest.seconds} s; later hits are not resolved`,
        'Wait for it to end. If no one recognizes it: select pg_terminate_backend(process).',
      )
    : ok('no long transaction is delaying resolving')
}

/** Transaction ids restart on another server, and what is behind a watermark is never looked at again. */
async function checkMarks({ ownerPool, identityPool }: CheckedPools): Promise<Finding> {
  const advice = 'The database was restored from a dump. Follow docs/runbooks/restored-from-a-dump.md.'
  const agencies = await countAgenciesAhead(ownerPool)
  if (agencies > 0)
    return failure(
      `the watermarks of ${agencies} agencies are from another server: no new hit would be resolved`,
      advice,
    )
  return (await areSearchesAhead(ownerPool, identityPool))
    ? failure('the watermarks of searches are from another server: no new search would meet a campaign', advice)
    : ok('the watermarks belong to this server')
}

/** On a cluster each node numbers its own hits, so the coordinator's transactions say nothing about their watermarks. */
async function countAgenciesAhead(pool: Pool): Promise<number> {
  if ((await pool.query('select from distribution')).rowCount) return 0
  const { rows } = await pool.query<{ ahead: number }>(
    `select count(*)::int as ahead from resolve_watermark where done_tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
  )
  return rows[0]!.ahead
}

/** Searches are numbered by the database of the identity data. */
async function areSearchesAhead(pool: Pool, identityPool: Pool): Promise<boolean> {
  const { rows: watermarks } = await pool.query<{ tx: number }>('select done_tx as tx from signal_watermark')
  const { rows } = await identityPool.query<{ ahead: boolean }>(
    `select greatest(done_tx, $1) > pg_snapshot_xmax(pg_current_snapshot())::text::bigint as ahead from searchers_watermark`,
    [watermarks[0]!.tx],
  )
  return rows[0]!.ahead
}

async function checkDeliveries(pool: Pool, rootIds: readonly string[], now_ms: number): Promise<Finding> {
  const { overdue, dead } = await countBacklog(pool, rootIds, now_ms)
  if (overdue > 0)
    return failure(`${overdue} deliveries are overdue`, 'Run the work role. If it is running, check its log.')
  return dead > 0
    ? warning(
        `${dead} deliveries of the last day failed for good`,
        'Open Deliveries to see the cause of each and resend it.',
      )
    : ok('no delivery is overdue')
}

async function checkJobs(pool: Pool): Promise<Finding> {
  const { rows: there } = await pool.query<{ there: boolean }>(
    `select to_regclass('graphile_worker.jobs') is not null as there`,
  )
  if (!there[0]?.there) return failure('the job queue does not exist', 'Run npm start: it creates it.')
  const { rows } = await pool.query<{ task: string; failed: number }>(
    `select task_identifier as task, count(*)::int as failed from graphile_worker.jobs
      where attempts >= max_attempts group by 1 order by 1`,
  )
  if (rows.length > 0)
    return warning(
      `jobs failed for good: ${rows.map(({ task, failed }) => `${failed} of ${task}`).join(', ')}`,
      'Check the work role’s log.',
    )
  return checkWaitingJobs(pool)
}

/** Mails and scheduled work wait here while no work role runs. Jobs behind a running one of their queue wait on purpose. */
async function checkWaitingJobs(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ task: string; waiting: number; minutes: number }>(
    `select task_identifier as task, count(*)::int as waiting,
            max(extract(epoch from clock_timestamp() - run_at) / 60)::int as minutes
       from graphile_worker.jobs job
      where locked_at is null and attempts < max_attempts and run_at < clock_timestamp() - make_interval(mins => $1)
        and not exists (
          select from graphile_worker.jobs before where before.queue_name = job.queue_name and before.locked_at is not null)
      group by 1 order by 1`,
    [longJob_minutes],
  )
  if (rows.length === 0) return ok('no job has failed for good or waits')
  const text = rows.map(({ task, waiting, minutes }) => `${waiting} of ${task} for ${minutes} min`).join(', ')
  return warning(
    `jobs are waiting: ${text}`,
    'Run the work role. If it is running, a large file may take long; its log says what it does.',
  )
}
