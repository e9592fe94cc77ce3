import { z } from 'zod'
import { collectionJobName } from '#server/areas/billing/queue-collection.ts'
import { isUnwanted } from '#server/areas/billing/top-ups/open-top-up.ts'
import { lockCharge, moveCharge, recordCause } from '#server/areas/billing/charge-states.ts'
import { shareOf } from '#server/areas/billing/share-of.ts'
import { lockPayersShared } from '#server/areas/tenants/lock-companies.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { insertAttempt, type NewAttempt } from './attempts.ts'
import { sendAttempt } from './send-attempt.ts'
import { findPaymentMethod } from './find-payment-method.ts'

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), chargeId: z.uuid() })
type Collection = z.output<typeof payload>

/**
 * Collects a due charge. The attempt is committed before the request is sent, so after a crash at any moment there is
 * either no request, or a row that says which request to look up.
 */
export const collectChargeJob: Job = {
  name: collectionJobName,
  async run(platform, input) {
    const request = payload.parse(input)
    const attempt = await inScope(platform.appPool, { kind: 'agency', ...request }, (tx) =>
      beginCollection(tx, platform, request),
    )
    if (attempt) await sendAttempt(platform, attempt)
  },
}

/** The cause of a due top-up whose campaign no longer prepays. */
const notPrepaid = 'not_prepaid'

/**
 * Creates the attempt of a due charge, which the caller sends after the commit. Null if there is nothing to send: the
 * charge isn't due any more, it is a top-up that its campaign needs no more, or a card, gateway or account is missing (the
 * cause is stored).
 */
export async function beginCollection(tx: Tx, platform: Platform, request: Collection): Promise<NewAttempt | null> {
  const charge = await lockCharge(tx, request, request.chargeId)
  if (charge?.status !== 'due') return null
  // Until the commit, the payer is not removed, as it is not with a payment at the gateway (decision 182).
  await lockPayersShared(tx, request.agencyId)
  const means = (await isUnwanted(tx, charge)) ? notPrepaid : await findPaymentMethod(tx, platform.config, charge)
  if (typeof means === 'string') {
    await recordCause(tx, charge, means)
    return null
  }
  const sent_ms = machineTime(platform.clock)
  const attempt: NewAttempt = {
    id: newId(sent_ms),
    root_id: request.rootId,
    agency_id: request.agencyId,
    charge_id: request.chargeId,
    gateway: means.gateway,
    account_id: means.accountId,
    customer_id: means.card.customerId,
    card_id: means.card.cardId,
    card_account_id: means.card.accountId,
    amount_cents: charge.amount_cents,
    fee_cents: await shareOf(tx, charge),
    sent_at: dateOf(sent_ms),
    before: null,
  }
  await moveCharge(tx, platform.clock.now(), charge, { to: 'sent', paidWith: means.label })
  await insertAttempt(tx, attempt)
  return attempt
}
