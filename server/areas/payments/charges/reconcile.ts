import { findUncollected, type Uncollected } from '#server/areas/billing/find-uncollected.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { findWaiting, type WaitingAttempt } from './attempts.ts'
import { beginRound, type Round } from '../rounds.ts'
import { sendAttempt } from './send-attempt.ts'
import { collectChargeJob } from './collect-charge.ts'

/** Longer than the gateway's timeout, so that requests in flight are left alone. */
const patience_ms = 45_000

const pageSize = 200

/** How many run in parallel: nearly all of the time is spent waiting for the gateway. */
const sideBySide = 4

/**
 * Checks every attempt without an outcome, and collects due charges that were left over by a crash, an outage or a
 * missing card or account. Each step is idempotent, so a run may stop anywhere.
 */
export const reconcileChargesJob: Job = {
  name: 'reconcile-charges',
  everyMinutes: 1,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>(
      'select distinct root_id from host where agency_id is null',
    )
    const before_ms = machineTime(platform.clock) - patience_ms
    // The round's time is divided evenly: per operator, one part for unknown attempts and one for due charges.
    const partOfRound = (): Round => beginRound(platform, 2 * rows.length)
    for (const { root_id: rootId } of rows) {
      const scope = { kind: 'root', rootId } as const
      await eachPage<WaitingAttempt>(
        platform,
        partOfRound(),
        (after) =>
          inScope(
            platform.appPool,
            scope,
            (tx) => findWaiting(tx, rootId, { before_ms, after, limit: pageSize }),
            readOnly,
          ),
        (attempt) => sendAttempt(platform, attempt, true),
      )
      await eachPage<Uncollected>(
        platform,
        partOfRound(),
        (after) =>
          inScope(platform.appPool, scope, (tx) => findUncollected(tx, rootId, { after, limit: pageSize }), readOnly),
        (request) => collectChargeJob.run(platform, request),
      )
    }
  },
}

const readOnly = { readOnly: true }

/** Processes page after page until there are no more, or the round's time is over. */
async function eachPage<T extends object>(
  platform: Platform,
  round: Round,
  find: (after: T | undefined) => Promise<T[]>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  let last: T | undefined
  do {
    const page = await find(last)
    // The workers share one iterator, so that each item is processed once.
    const rest = round.take(page)
    await Promise.all(
      Array.from({ length: sideBySide }, () => settleEach(platform, 'a charge could not be looked up', rest, work)),
    )
    last = page.length < pageSize ? undefined : page.at(-1)
  } while (last && round.lasts())
}
