import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseError } from 'pg'
import type { Platform } from '#server/platform/platform.ts'
import type { Health } from '../connections/destination-health.ts'
import { groupBy } from '#server/platform/group-by.ts'
import { recordOutcomes } from './record-outcomes.ts'
import type { Outcome } from './send-delivery.ts'

const pauseAfterFault_ms = 1_000

interface Waiting {
  outcome: Outcome
  resolve(status: Health['status'] | null): void
}

export interface OutcomeStore {
  /** Resolves after the commit with the destination's status; null if the outcome couldn't be stored. */
  store(outcome: Outcome): Promise<Health['status'] | null>
  /** Stops retrying against a database that doesn't respond: the leases expire on their own. */
  giveUp(): void
}

/** Data that the database rejects, or an error while reading it: a retry would fail the same way. */
const isRefused = (error: unknown): boolean =>
  /^2[23]/.test(String((error as DatabaseError).code ?? '')) ||
  error instanceof TypeError ||
  error instanceof RangeError

/**
 * Stores outcomes by group commit: one transaction at a time, each with all outcomes that arrived meanwhile, so that
 * many attempts need few transactions and none waits for a timer.
 */
export function createOutcomeStore(platform: Platform, wakeAt: (at_ms: number) => void): OutcomeStore {
  let queue: Waiting[] = []
  let running = false
  let givenUp = false

  const commit = async (rootId: string, group: readonly Waiting[]): Promise<void> => {
    for (;;) {
      try {
        const outcomes = group.map(({ outcome }) => outcome)
        const { nextAt_ms, statusOf } = await recordOutcomes(platform, rootId, outcomes)
        if (nextAt_ms !== null) wakeAt(nextAt_ms)
        for (const { outcome, resolve } of group) resolve(statusOf.get(outcome.delivery.destinationId) ?? null)
        return
      } catch (error) {
        if (isRefused(error) && group.length > 1) {
          // One of them causes the error: bisect, so that the others are stored.
          const half = Math.ceil(group.length / 2)
          await commit(rootId, group.slice(0, half))
          return commit(rootId, group.slice(half))
        }
        if (isRefused(error)) {
          platform.log.error({ err: error, deliveryId: group[0]!.outcome.delivery.id }, 'an outcome cannot be stored')
          return group[0]!.resolve(null)
        }
        platform.log.warn({ err: error }, 'delivery outcomes could not be stored yet')
        if (givenUp) return group.forEach(({ resolve }) => resolve(null))
        await sleep(pauseAfterFault_ms)
      }
    }
  }
  const run = async (): Promise<void> => {
    running = true
    while (queue.length > 0) {
      const batch = queue
      queue = []
      for (const [rootId, group] of groupBy(batch, ({ outcome }) => outcome.delivery.rootId)) {
        await commit(rootId, group)
      }
    }
    running = false
  }
  return {
    store: (outcome) =>
      new Promise((resolve) => {
        queue.push({ outcome, resolve })
        if (!running) void run()
      }),
    giveUp: () => {
      givenUp = true
    },
  }
}
