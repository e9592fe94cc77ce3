import { dropOldPartitions, ensureDayPartitions } from '#server/platform/database/partitions.ts'
import type { Platform } from '#server/platform/platform.ts'

const hour_ms = 3_600_000

/** An id may be a day off either way; one day more ahead, so that a failed run has a day to be made good. */
const span = { daysBack: 1, daysAhead: 2 }

/** Raw hits and resolved visits are kept as long (SEC-10). */
const keepDays = 90

const tables = ['hit', 'visit'] as const

/** Makes the partitions that ids of this moment may name. */
export async function makeDaysAround(ownerPool: Platform['ownerPool'], now_ms: number): Promise<void> {
  for (const table of tables) await ensureDayPartitions(ownerPool, table, now_ms, span)
}

export type Needs = Pick<Platform, 'clock' | 'ownerPool' | 'signals' | 'log'>

export interface PartitionKeeper {
  /** Makes what is missing now and drops what is too old. */
  run(): Promise<void>
  /** The same in the background, for a machine that has slept through the hour. */
  hurry(): void
  stop(): void
}

/**
 * Keeps a partition of hits and visits for every day that an id may name, and drops days whose retention has ended. Runs
 * at the start, every hour and when the demo's clock is moved. Rejects when the first run fails: nothing could be stored.
 */
export async function keepPartitions(platform: Needs): Promise<PartitionKeeper> {
  const { clock, ownerPool, signals, log } = platform
  const ensure = (): Promise<void> => makeDaysAround(ownerPool, clock.now())
  const run = async (): Promise<void> => {
    await ensure()
    for (const table of tables) await dropOldPartitions(ownerPool, table, clock.now(), { keepDays })
  }
  let running = false
  let again = false
  const runQuietly = async (): Promise<void> => {
    if (running) {
      again = true
      return
    }
    running = true
    await run().catch((error: unknown) => log.error({ err: error }, 'day partitions could not be kept'))
    running = false
    // The clock was moved meanwhile.
    if (!again) return
    again = false
    await runQuietly()
  }
  const hurry = (): void => void runQuietly()
  await ensure()
  hurry()
  const timer = setInterval(hurry, hour_ms)
  timer.unref()
  const stopHearing = signals.on('clock', hurry)
  return {
    run,
    hurry,
    stop: () => {
      clearInterval(timer)
      stopHearing()
    },
  }
}
