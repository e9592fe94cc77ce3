import { findUncollected, type Uncollected } from '#server/areas/billing/public.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { findWaiting, type WaitingAttempt } from './attempts.ts'
import { beginRound, type Round } from '../rounds.ts'
import { askGateway } from './ask-gateway.ts'
import { collectChargeJob } from './collect-charge.ts'

/** Longer than a gateway is waited for, so that what is still on its way is left alone. */
const patience_ms = 45_000

const pageSize = 200

/** How many are asked about side by side: nearly all of the time is the gateway's. */
const sideBySide = 4

/**
 * Asks about every attempt that has had no answer, and takes up what is due and was left: after a crash, an outage, or once
 * what was missing is there. Each is repeatable, so a run may end anywhere.
 */
export const reconcileChargesJob: Job = {
  name: 'reconcile-charges',
  everyMinutes: 1,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
    const before_ms = machineTime(platform.clock) - patience_ms
    // Each operator, and what is due beside what has had no answer, has a part of the round.
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
        (attempt) => askGateway(platform, attempt, true),
      )
      await eachPage<Uncollected>(
        platform,
        partOfRound(),
        (after) =>
          inScope(platform.appPool, scope, (tx) => findUncollected(tx, rootId, { after, limit: pageSize }), readOnly),
        (wish) => collectChargeJob.run(platform, wish),
      )
    }
  },
}

const readOnly = { readOnly: true }

/** Carries out what there is, page by page, until there is no more or the round is over. */
async function eachPage<T extends object>(
  platform: Platform,
  round: Round,
  find: (after: T | undefined) => Promise<T[]>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  let last: T | undefined
  do {
    const page = await find(last)
    // The workers take from one iterator, so that each is worked on once.
    const rest = round.take(page)
    await Promise.all(
      Array.from({ length: sideBySide }, () => settleEach(platform, 'a charge could not be asked about', rest, work)),
    )
    last = page.length < pageSize ? undefined : page.at(-1)
  } while (last && round.lasts())
}
