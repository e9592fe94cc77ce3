import { queueCollection } from '#server/areas/billing/queue-collection.ts'
import { bookPayment } from '#server/areas/billing/book-payment.ts'
import { lockCharge, moveCharge, recordCause, type ChargeRow } from '#server/areas/billing/charge-states.ts'
import { recordDeclined, recordPaid } from '#server/areas/billing/payment-status.ts'
import { gatewayRefused } from '#server/areas/billing/dunning/schedule.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newToken } from '#server/platform/ids.ts'
import { planted } from '#server/platform/planted-fault.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  GatewayRefused,
  GatewayUnreachable,
  type CardGateway,
  type ChargeOutcome,
  type ChargeRequest,
} from '#server/providers/payments/gateway.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'
import { mailConfirmation } from '../dunning/mail-confirmation.ts'
import {
  endAttempt,
  lockAttempt,
  saveConfirmationDeadline,
  recordUnknownOutcome,
  chargeRequestOf,
  type Attempt,
  type NewAttempt,
} from './attempts.ts'
import { notifyDeclined } from '../dunning/notify-declined.ts'

/** What the gateway answered. `silent` means that the outcome is unknown. */
type AttemptOutcome = ChargeOutcome | { state: 'refused'; code: string } | { state: 'silent' }

/**
 * Sends a committed attempt to its gateway and stores the outcome. An attempt that may have been sent before is looked
 * up first; if the gateway has no record of it, it is sent again with the same idempotency key.
 */
export async function sendAttempt(
  platform: Platform,
  attempt: NewAttempt & { confirm_by?: Date | null },
  wasSent = false,
): Promise<void> {
  const gateway = gatewayNamed(platform.config, attempt.gateway)
  // The gateway isn't configured at the moment; the attempt waits until it is.
  if (!gateway) return
  const confirmBy = attempt.confirm_by ?? null
  const isLate = confirmBy !== null && platform.clock.now() >= confirmBy.getTime()
  await saveOutcome(platform, attempt, await sendOrLookUp(gateway, attempt, { wasSent, isLate }))
}

async function sendOrLookUp(
  gateway: CardGateway,
  attempt: NewAttempt,
  { wasSent, isLate }: { wasSent: boolean; isLate: boolean },
): Promise<AttemptOutcome> {
  const request = wasSent && planted('new-key-on-retry') ? wishUnder(newToken(), attempt) : chargeRequestOf(attempt)
  try {
    const find = (): Promise<ChargeOutcome | null> =>
      isLate ? gateway.withdrawCharge(request) : gateway.findCharge(request)
    const found = wasSent ? await orSilent(find) : null
    return found ?? (await gateway.charge(request))
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable) return { state: 'silent' }
    // The gateway understood the request and rejected it: nothing was charged, and a retry would fail the same way.
    if (thrown instanceof GatewayRefused) return { state: 'refused', code: thrown.code }
    throw thrown
  }
}

/** A planted fault: resends the request under a new idempotency key, which could charge twice. */
const wishUnder = (attemptId: string, attempt: NewAttempt): ChargeRequest => ({
  ...chargeRequestOf(attempt),
  attemptId,
})

/** A refused lookup doesn't prove that nothing was charged: the outcome stays unknown, and no other key is used. */
async function orSilent(find: () => Promise<ChargeOutcome | null>): Promise<AttemptOutcome | null> {
  try {
    return await find()
  } catch (thrown) {
    if (thrown instanceof GatewayRefused) return { state: 'silent' }
    throw thrown
  }
}

/** The cause of a charge that waits for its payer's confirmation at the bank (3-D Secure). */
const asksPayer = 'authentication_required'
/** How long the payer has to confirm (decision 60). */
const confirmWithin_ms = 3 * 24 * 3_600_000

/** The cause shown to the payer. A request that the gateway rejected isn't shown as a decline by the payer's bank. */
function causeOf(outcome: { state: 'refused' | 'declined'; code: string }): string {
  if (outcome.state === 'declined') return outcome.code.slice(0, 100)
  return outcome.code === 'resource_missing' ? 'card_unknown' : gatewayRefused
}

async function hasOtherCard(tx: Tx, charge: ChargeRow, attempt: Attempt): Promise<boolean> {
  const { rows } = await tx.query('select from payment_card where company_id = $1 and card_id <> $2', [
    charge.client_id ?? charge.agency_id,
    attempt.card_id,
  ])
  return rows.length > 0
}

/** Stores an attempt's outcome and its transfers once; storing it again changes nothing. */
const saveOutcome = (platform: Platform, attempt: NewAttempt, outcome: AttemptOutcome): Promise<void> =>
  inScope(platform.appPool, { kind: 'agency', rootId: attempt.root_id, agencyId: attempt.agency_id }, (tx) =>
    settle(tx, platform, attempt, outcome),
  )

async function settle(
  tx: Tx,
  platform: Platform,
  { id, agency_id, charge_id }: NewAttempt,
  outcome: AttemptOutcome,
): Promise<void> {
  const charge = await lockCharge(tx, { agencyId: agency_id }, charge_id)
  const attempt = await lockAttempt(tx, agency_id, id)
  if (!charge || !attempt) return
  const now_ms = platform.clock.now()
  if (attempt.state === 'succeeded' || attempt.state === 'declined') {
    if (planted('apply-event-twice'))
      await bookPayment(tx, now_ms, charge, { by: 'gateway', attemptId: newToken(), fee_cents: 0 })
    return
  }
  if (outcome.state === 'silent' || outcome.state === 'pending') {
    const gatewayId = outcome.state === 'pending' ? outcome.gatewayId : null
    await recordUnknownOutcome(tx, machineTime(platform.clock), attempt, gatewayId)
    if (charge.status === 'sent') await moveCharge(tx, now_ms, charge, { to: 'unknown' })
    return
  }
  const gatewayId = outcome.state === 'refused' ? null : outcome.gatewayId
  if (outcome.state === 'asks_payer') {
    await recordUnknownOutcome(tx, machineTime(platform.clock), attempt, gatewayId)
    if (charge.status === 'sent') await moveCharge(tx, now_ms, charge, { to: 'unknown', cause: asksPayer })
    else await recordCause(tx, charge, asksPayer)
    // Nobody confirms a payment with a card that was replaced meanwhile: the next run cancels it, and charges the other card.
    const isReplaced = await hasOtherCard(tx, charge, attempt)
    const until_ms = isReplaced ? now_ms : now_ms + confirmWithin_ms
    const isNew = await saveConfirmationDeadline(tx, attempt, until_ms)
    if (isNew && !isReplaced) await mailConfirmation(tx, platform, charge, until_ms)
    return
  }
  if (outcome.state === 'succeeded') {
    await endAttempt(tx, now_ms, attempt, { state: 'succeeded', gatewayId, code: null })
    await moveCharge(tx, now_ms, charge, { to: 'succeeded' })
    await bookPayment(tx, now_ms, charge, { by: 'gateway', attemptId: attempt.id, fee_cents: attempt.fee_cents })
    await recordPaid(tx, now_ms, charge)
    return
  }
  await endAttempt(tx, now_ms, attempt, { state: 'declined', gatewayId, code: outcome.code })
  await moveCharge(tx, now_ms, charge, { to: 'declined', cause: causeOf(outcome) })
  const isReplaced = await hasOtherCard(tx, charge, attempt)
  // A top-up has no retry schedule but counts declines; the new card was not declined.
  const dunning = isReplaced && charge.balance_id !== null ? null : await recordDeclined(tx, now_ms, charge)
  // The declined card has been replaced since the attempt began, so the new one is charged at once.
  if (isReplaced) {
    await moveCharge(tx, now_ms, charge, { to: 'due' })
    await queueCollection(tx, { rootId: charge.root_id, agencyId: charge.agency_id }, charge.id)
    return
  }
  await notifyDeclined(tx, platform, charge, dunning)
}
