import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Platform } from './platform.ts'

const again_ms = 1_000

export interface SupervisedRunner {
  /** Waits for running jobs to end, then stops. */
  stop(): Promise<void>
  /** Whether its workers take jobs now. */
  isAlive(): boolean
}

/**
 * Runs a worker pool and replaces it if it ends by itself, which happens if the completion of a job could not be
 * written because the database was briefly unavailable.
 */
export async function superviseRunner(
  start: () => Promise<Runner>,
  { log }: Pick<Platform, 'log'>,
): Promise<SupervisedRunner> {
  let isStopped = false
  let runner: Runner | null = await start()
  let isRunning = true
  const watching = watch()

  async function watch(): Promise<void> {
    while (!isStopped) {
      await runner?.promise.catch(() => {})
      isRunning = false
      if (isStopped) return
      log.warn('workers exited unexpectedly; restarting')
      runner = await startAgain()
      isRunning = runner !== null
    }
    await runner?.stop()
  }

  async function startAgain(): Promise<Runner | null> {
    try {
      await sleep(again_ms)
      return isStopped ? null : await start()
    } catch (error) {
      log.warn({ err: error }, 'workers could not be restarted yet')
      return null
    }
  }

  return {
    isAlive: () => isRunning,
    async stop() {
      isStopped = true
      // A pool that has ended by itself throws here.
      await runner?.stop().catch(() => {})
      await watching
    },
  }
}
