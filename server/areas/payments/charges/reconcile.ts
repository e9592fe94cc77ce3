import { findUncollected } from '#server/areas/billing/public.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findWaiting } from './attempts.ts'
import { askGateway } from './ask-gateway.ts'
import { collectChargeJob } from './collect-charge.ts'

/** Longer than a gateway is waited for, so that what is still on its way is left alone. */
const patience_ms = 45_000

/**
 * Asks about every attempt that has had no answer, and takes up what is due and was left: after a crash, an outage, or once
 * what was missing is there. Each is repeatable, so a run may end anywhere.
 */
export const reconcileChargesJob: Job = {
  name: 'reconcile-charges',
  everyMinutes: 1,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
    for (const { root_id } of rows) await reconcile(platform, root_id)
  },
}

async function reconcile(platform: Platform, rootId: string): Promise<void> {
  const before_ms = machineTime(platform.clock) - patience_ms
  const scope = { kind: 'root', rootId } as const
  const waiting = await inScope(platform.appPool, scope, (tx) => findWaiting(tx, rootId, before_ms), { readOnly: true })
  for (const attempt of waiting) await askGateway(platform, attempt, true)
  const due = await inScope(platform.appPool, scope, (tx) => findUncollected(tx, rootId), { readOnly: true })
  for (const wish of due) await collectChargeJob.run(platform, wish)
}
