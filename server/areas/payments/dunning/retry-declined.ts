import { queueCollection } from '#server/areas/billing/queue-collection.ts'
import { findDueTries, isTryDue, type DueTry } from '#server/areas/billing/dunning/dunning-cases.ts'
import { lockCharge, moveCharge } from '#server/areas/billing/charge-states.ts'
import { needsAnotherCard } from '#server/areas/billing/dunning/needs-another-card.ts'
import { recordDeclined } from '#server/areas/billing/payment-status.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { findPaymentMethod } from '../charges/find-payment-method.ts'
import { mailDeclined } from './mail-declined.ts'

const pageSize = 200

/**
 * Retries declined charges on their retry days. The day is checked again under the charge's lock and ends with the next
 * decline, so concurrent and killed runs retry once. One that throws doesn't block the others.
 */
export const retryDeclinedJob: Job = {
  name: 'retry-declined-charges',
  everyMinutes: 15,
  async run(platform) {
    const now_ms = platform.clock.now()
    const { rows } = await platform.appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
    for (const { root_id: rootId } of rows) {
      let after: DueTry | undefined
      do {
        const query = { now_ms, after, limit: pageSize }
        const page = await inScope(
          platform.appPool,
          { kind: 'root', rootId },
          (tx) => findDueTries(tx, rootId, query),
          readOnly,
        )
        await settleEach(platform, 'a declined charge could not be retried', page, (one) =>
          inScope(platform.appPool, { kind: 'agency', ...one }, (tx) => retry(tx, platform, one)),
        )
        after = page.length < pageSize ? undefined : page.at(-1)
      } while (after)
    }
  },
}

const readOnly = { readOnly: true }

async function retry(tx: Tx, platform: Platform, request: DueTry): Promise<void> {
  const now_ms = platform.clock.now()
  const charge = await lockCharge(tx, request, request.chargeId)
  if (charge?.status !== 'declined' || !(await isTryDue(tx, now_ms, charge))) return
  // The retry day passes with a mail and without a request: the same card would be declined again.
  if (needsAnotherCard(charge.cause)) {
    await mailDeclined(tx, platform, charge, await recordDeclined(tx, now_ms, charge))
    return
  }
  // The card isn't to blame (no gateway or account, say): the retry day waits until a request is possible.
  if (typeof (await findPaymentMethod(tx, platform.config, charge)) === 'string') return
  await moveCharge(tx, now_ms, charge, { to: 'due' })
  await queueCollection(tx, request, charge.id)
}
