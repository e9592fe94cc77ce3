import { dropOldPartitions, ensureDayPartitions } from '#server/platform/database/partitions.ts'
import type { Platform } from '#server/platform/platform.ts'

const hour_ms = 3_600_000

/** An id may be off by a day either way; one more day ahead leaves a day to recover from a failed run. */
const span = { daysBack: 1, daysAhead: 2 }

/** Raw hits and resolved visits are kept for the same time (SEC-10). */
const retention_days = 90

const tables = ['hit', 'visit'] as const

/** Creates the partitions that ids of this moment may need. */
export async function createPartitionsAround(ownerPool: Platform['ownerPool'], now_ms: number): Promise<void> {
  for (const table of tables) await ensureDayPartitions(ownerPool, table, now_ms, span)
}

export type Needs = Pick<Platform, 'clock' | 'ownerPool' | 'signals' | 'log'>

export interface PartitionMaintenance {
  /** Creates missing partitions and drops expired ones. */
  run(): Promise<void>
  /** The same in the background, for a machine that was asleep when the hourly run was due. */
  runSoon(): void
  stop(): void
}

/**
 * Maintains a partition of hits and visits for every day that an id may name, and drops days past their retention.
 * Runs at startup, every hour and when the demo's clock moves. Rejects if the first run fails: nothing can be stored.
 */
export async function maintainPartitions(platform: Needs): Promise<PartitionMaintenance> {
  const { clock, ownerPool, signals, log } = platform
  const ensure = (): Promise<void> => createPartitionsAround(ownerPool, clock.now())
  const run = async (): Promise<void> => {
    await ensure()
    for (const table of tables) await dropOldPartitions(ownerPool, table, clock.now(), { retention_days })
  }
  let running = false
  let again = false
  const runQuietly = async (): Promise<void> => {
    if (running) {
      again = true
      return
    }
    running = true
    await run().catch((error: unknown) => log.error({ err: error }, 'day partitions could not be maintained'))
    running = false
    // The clock was moved in the meantime.
    if (!again) return
    again = false
    await runQuietly()
  }
  const runSoon = (): void => void runQuietly()
  await ensure()
  runSoon()
  const timer = setInterval(runSoon, hour_ms)
  timer.unref()
  const stopHearing = signals.on('clock', runSoon)
  return {
    run,
    runSoon,
    stop: () => {
      clearInterval(timer)
      stopHearing()
    },
  }
}
