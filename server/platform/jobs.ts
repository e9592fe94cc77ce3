import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run, runMigrations, type JobHelpers, type Runner, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { machineTime } from './clock.ts'
import { jobCounter } from './counters.ts'
import type { Tx } from './database/tx.ts'
import { superviseRunner, type SupervisedRunner } from './supervise-runner.ts'
import { recordLivePools } from './live-pools.ts'
import type { Platform } from './platform.ts'
import { wakeWorkers } from './wake-workers.ts'

/** A type of background job. It may run again after a crash, so it must be repeatable. */
export interface Job {
  name: string
  /** Minutes between runs of a recurring job; absent for jobs that are queued. */
  everyMinutes?: number
  /** Sends mail, or makes somebody wait for one: runs apart from other work and concurrently, as it mostly waits. */
  mails?: boolean
  /**
   * Queues apart from the work that people wait for: `long` reads whole files or tables, `outside` calls services that
   * may hang until they time out, `hooks` notifies developers' software, and `slowHooks` the slow ones among it.
   */
  lane?: 'long' | 'outside' | 'hooks' | 'slowHooks'
  /** `payload` is what `addJob` was given, as JSON. */
  run(platform: Platform, payload: unknown): Promise<void>
}

/**
 * How many jobs of a lane run at once: a few large files, or a silent service, still leave room. One mail at a time per sender:
 * fewer slow mail servers than this block nobody else.
 */
const lanes = { usual: 2, long: 2, outside: 4, hooks: 12, slowHooks: 12, mails: 24 } as const

/** Workers are woken (`wake-workers.ts`); each one that looks by itself would be a statement for nothing. */
const ownPoll_ms = 3_600_000

const warnOfWaitAfter_ms = 5_000

/** The library only notices that a completion could not be written if it batches them; otherwise it fails silently. */
const awaitedEnds = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** Delays of the checks whether a job's completion has been written, each after the previous check. */
const writesEnd_ms = [0, 20, 50, 100, 200, 500, 1_000, 2_000]

export interface JobOptions {
  /** Jobs of one queue run one after another. */
  queue?: string
  /** Runs before jobs that are not urgent, in its queue and overall. */
  isUrgent?: boolean
  /** The agency of a job, in a queue that agencies share: they take turns, however many jobs one of them has queued. */
  fairBy?: string
}

/** A priority is a smallint in the database, and no agency has this many files of its own queued. */
const maxTurns = 1_000

/** Queues a job in the caller's transaction: it exists if and only if that commits. */
export const addJob = (tx: Tx, name: string, payload: object, options?: JobOptions): Promise<unknown> =>
  addJobs(tx, name, [payload], options)

/** Queues one job per payload, in order. */
export async function addJobs(
  tx: Tx,
  name: string,
  payloads: readonly object[],
  { queue, isUrgent = false, fairBy }: JobOptions = {},
): Promise<void> {
  const turn = queue !== undefined && fairBy !== undefined ? await countBefore(tx, queue, fairBy) : 0
  await tx.query(
    `select graphile_worker.add_job($1, payload, queue_name => $3, priority => $4) from unnest($2::json[]) as payload`,
    [name, payloads.map((payload) => JSON.stringify(payload)), queue ?? null, isUrgent ? -10 : turn],
  )
}

/** An agency's jobs in a queue: used as priority, so that other agencies' first jobs run before its next one. */
async function countBefore(tx: Tx, queue: string, agencyId: string): Promise<number> {
  const { rows } = await tx.query<{ jobs: number }>(
    `select count(*)::int as jobs
       from graphile_worker._private_jobs job join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
      where queue.queue_name = $1 and job.payload ->> 'agencyId' = $2 and job.attempts < job.max_attempts`,
    [queue, agencyId],
  )
  return Math.min(rows[0]!.jobs, maxTurns)
}

const setUpLock = 7_426_004

/**
 * Creates or updates the queue's own schema, and lets the application's role add jobs. Safe to repeat, and by several
 * processes at once. What is there already stays: changing a policy waits for every reader of the table, such as a backup
 * that takes an hour, and everybody who adds or runs a job waits behind it.
 */
export async function setUpJobs(ownerPool: Pool): Promise<void> {
  await runMigrations({ pgPool: ownerPool })
  await ownerPool.query(`
    select pg_advisory_xact_lock(${setUpLock});
    grant usage on schema graphile_worker to leadloom_app;
    grant execute on all functions in schema graphile_worker to leadloom_app;
    grant delete on graphile_worker._private_jobs to leadloom_app;
    do $$ declare part text; begin
      foreach part in array array['jobs', 'tasks', 'job_queues'] loop
        continue when exists (select from pg_policies where schemaname = 'graphile_worker'
          and tablename = '_private_' || part and policyname = 'leadloom_app');
        execute format('grant select, insert, update on graphile_worker._private_%s to leadloom_app', part);
        execute format('create policy leadloom_app on graphile_worker._private_%s for all to leadloom_app using (true)', part);
      end loop;
    end $$;`)
}

export interface RunningJobs {
  /** Whether the workers of every lane take jobs now. */
  isAlive(): boolean
  /** Ends running jobs and takes no more, but sends mail, for which people wait; or goes on. */
  hold(isHeld: boolean): Promise<void>
  /** Waits for running jobs to end, then stops. */
  stop(): Promise<void>
}

/**
 * When a job recurs. Its name is the key of the waiting run: the next run replaces one that failed or has not started,
 * so that a job that fails for a day has one run waiting instead of one per interval.
 */
export const crontabOf = (jobs: readonly Job[]): string =>
  jobs
    .filter(({ everyMinutes }) => everyMinutes !== undefined)
    .map(({ name, everyMinutes }) => `*/${everyMinutes} * * * * ${name} ?jobKey=${name}`)
    .join('\n')

/**
 * These jobs, of which none runs on its schedule before `mayRecur`: the next run follows when it is due again. What is
 * queued meanwhile runs at once.
 */
export const heldBack = (jobs: readonly Job[], mayRecur: () => boolean): readonly Job[] =>
  jobs.map((job) => ({
    ...job,
    run: async (platform, payload) => {
      if (mayRecur() || !isScheduled(payload)) await job.run(platform, payload)
    },
  }))

/** The library marks what its crontab queues. */
const isScheduled = (payload: unknown): boolean => payload !== null && typeof payload === 'object' && '_cron' in payload

/** Runs jobs until stopped, and returns those of killed workers to the queue. */
export async function startJobs(platform: Platform, jobs: readonly Job[]): Promise<RunningJobs> {
  const events: WorkerEvents = new EventEmitter()
  const waker = wakeWorkers(platform, events)
  const living = recordLivePools(platform, events, () => waker.wake())
  countRuns(events, jobs)
  const followers = new Set<Promise<void>>()
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id === null) return
    const following = wakeFollower(platform, job.id, job.job_queue_id).finally(() => followers.delete(following))
    followers.add(following)
  })
  const start = (jobsOfRunner: readonly Job[], concurrency: number): Promise<Runner> =>
    run({
      pgPool: platform.ownerPool,
      concurrency,
      pollInterval: ownPoll_ms,
      noHandleSignals: true,
      events,
      preset: awaitedEnds,
      logger: quietLogger(platform),
      taskList: Object.fromEntries(
        jobsOfRunner.map((job) => [
          job.name,
          (payload: unknown, { job: { run_at } }: JobHelpers) => {
            if (job.mails) warnOfDelay(platform, job.name, run_at)
            return job.run(platform, payload)
          },
        ]),
      ),
      crontab: crontabOf(jobsOfRunner),
    })
  const runners = new Map<string, SupervisedRunner>()
  const startLanes = async (): Promise<void> => {
    for (const [lane, concurrency] of Object.entries(lanes)) {
      const jobsOfLane = jobs.filter((job) => lane === (job.mails ? 'mails' : (job.lane ?? 'usual')))
      if (jobsOfLane.length > 0 && !runners.has(lane))
        runners.set(lane, await superviseRunner(() => start(jobsOfLane, concurrency), platform))
    }
  }
  const stopLanes = (names: readonly string[]): Promise<unknown> =>
    Promise.all(
      names.map(async (lane) => {
        await runners.get(lane)?.stop()
        runners.delete(lane)
      }),
    )
  await startLanes()
  await living.begin()
  return {
    isAlive: () => [...runners.values()].every((runner) => runner.isAlive()),
    hold: async (isHeld) => {
      await (isHeld ? stopLanes(Object.keys(lanes).filter((lane) => lane !== 'mails')) : startLanes())
    },
    async stop() {
      await waker.stop()
      await stopLanes(Object.keys(lanes))
      await Promise.all(followers)
      await living.stop()
    },
  }
}

/** Counts how runs end. Every series begins at zero, or the first failure would not show as an increase. */
function countRuns(events: WorkerEvents, jobs: readonly Job[]): void {
  for (const { name: task } of jobs)
    for (const outcome of ['done', 'error', 'failed']) jobCounter.inc({ task, outcome }, 0)
  events.on('job:success', ({ job }) => jobCounter.inc({ task: job.task_identifier, outcome: 'done' }))
  events.on('job:error', ({ job }) => jobCounter.inc({ task: job.task_identifier, outcome: 'error' }))
  events.on('job:failed', ({ job }) => jobCounter.inc({ task: job.task_identifier, outcome: 'failed' }))
}

/**
 * Wakes a worker for the next job of a queue. The library looks for it while it is still recording the end of the
 * previous job, so it often finds the queue locked: each mail of a sender would wait for the next look after the previous
 * one.
 */
async function wakeFollower({ ownerPool, log }: Platform, jobId: string, queueId: number): Promise<void> {
  try {
    for (const wait_ms of writesEnd_ms) {
      await sleep(wait_ms)
      const { rows } = await ownerPool.query<{ hasEnded: boolean }>(
        `select not exists (select from graphile_worker._private_jobs where id = $1 and locked_by is not null) as "hasEnded"`,
        [jobId],
      )
      if (!rows[0]!.hasEnded) continue
      await ownerPool.query(
        `select pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', 1)::text)
          where exists (select from graphile_worker._private_jobs
            where job_queue_id = $1 and locked_by is null and run_at <= now() and attempts < max_attempts)`,
        [queueId],
      )
      return
    }
  } catch (error) {
    log.warn({ err: error }, 'could not wake the next job of a queue; it runs after the next look')
  }
}

/** People wait for these mails; warns the operator if we are the cause. */
function warnOfDelay({ clock, log }: Platform, job: string, due: Date): void {
  const waited_ms = machineTime(clock) - due.getTime()
  if (waited_ms > warnOfWaitAfter_ms) log.warn({ job, waited_ms }, 'an email was sent late because the queue was busy')
}

/** A running job mostly waits for a mail server or a service, and holds no connection meanwhile. */
const isOnPurpose = (message: string): boolean => message.includes('maxPoolSize')

const quietLogger = ({ log }: Platform) =>
  new Logger(() => (level, message) => {
    if (isOnPurpose(message)) return
    if (level === 'error') log.error({ detail: message }, 'a job failed')
    else if (level === 'warning') log.warn({ detail: message }, 'jobs')
  })
