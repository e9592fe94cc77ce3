import { lockCharge, type ChargeRow } from '#server/areas/billing/charge-states.ts'
import { settleAttempt, type SettledAttempt } from '#server/areas/billing/settle-attempt.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newToken } from '#server/platform/ids.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
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
import { queueCardRemoval } from '../cards/remove-card.ts'
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
  const request = wasSent && hasFault('new-key-on-retry') ? wishUnder(newToken(), attempt) : chargeRequestOf(attempt)
  try {
    const find = (): Promise<ChargeOutcome | null> =>
      isLate ? gateway.withdrawCharge(request) : gateway.findCharge(request)
    const answer = wasSent ? await orSilent(find) : null
    return answer ?? (await gateway.charge(request))
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

/** How long the payer has to confirm at the bank (decision 60). */
const confirmWithin_ms = 3 * 24 * 3_600_000
/** Shorter for a payment by link, which keeps the payer's own card from being charged. */
const confirmLinkWithin_ms = 30 * 60_000

/** Whether the payer has stored another card since the attempt began. */
async function isCardReplaced(tx: Tx, charge: ChargeRow, attempt: Attempt): Promise<boolean> {
  const { rows } = await tx.query('select from payment_card where company_id = $1 and card_id <> $2', [
    charge.client_id ?? charge.agency_id,
    attempt.card_id,
  ])
  return rows.length > 0
}

/** Stores an attempt's outcome and its transfers once; storing it again changes nothing. */
const saveOutcome = (platform: Platform, sent: NewAttempt, outcome: AttemptOutcome): Promise<void> =>
  inScope(platform.appPool, { kind: 'agency', rootId: sent.root_id, agencyId: sent.agency_id }, async (tx) => {
    const charge = await lockCharge(tx, { agencyId: sent.agency_id }, sent.charge_id)
    const attempt = await lockAttempt(tx, sent.agency_id, sent.id)
    if (!charge || !attempt) return
    if (attempt.state === 'sent' || attempt.state === 'unknown')
      await saveFirstOutcome(tx, platform, { charge, attempt }, outcome)
    else if (hasFault('apply-event-twice'))
      await settleAttempt(
        tx,
        platform.clock.now(),
        { ...charge, status: 'sent' },
        payment({ ...attempt, id: newToken() }),
      )
  })

const payment = ({ id: attemptId, fee_cents }: Attempt): SettledAttempt => ({
  state: 'succeeded',
  attemptId,
  fee_cents,
})

async function saveFirstOutcome(
  tx: Tx,
  platform: Platform,
  { charge, attempt }: { charge: ChargeRow; attempt: Attempt },
  outcome: AttemptOutcome,
): Promise<void> {
  const now_ms = platform.clock.now()
  const gatewayId = 'gatewayId' in outcome ? outcome.gatewayId : null
  if (outcome.state === 'succeeded') {
    await endAttempt(tx, now_ms, attempt, { state: 'succeeded', gatewayId, code: null })
    await settleAttempt(tx, now_ms, charge, payment(attempt))
    await forgetOnceUsed(tx, platform, attempt)
  } else if (outcome.state === 'declined' || outcome.state === 'refused') {
    await endAttempt(tx, now_ms, attempt, { state: 'declined', gatewayId, code: outcome.code })
    if (attempt.before) {
      await settleAttempt(tx, now_ms, charge, { state: 'given_back', before: attempt.before })
      return forgetOnceUsed(tx, platform, attempt)
    }
    const isReplaced = await isCardReplaced(tx, charge, attempt)
    const dunning = await settleAttempt(tx, now_ms, charge, { ...outcome, isCardReplaced: isReplaced })
    if (!isReplaced) await notifyDeclined(tx, platform, charge, dunning)
  } else {
    await recordUnknownOutcome(tx, machineTime(platform.clock), attempt, gatewayId)
    await settleAttempt(tx, now_ms, charge, outcome)
    if (outcome.state === 'asks_payer') await askPayer(tx, platform, charge, attempt)
  }
}

/** A card that paid by link belongs to nobody here, and is removed from the gateway. */
async function forgetOnceUsed(tx: Tx, platform: Platform, attempt: Attempt): Promise<void> {
  if (!attempt.before) return
  const { gateway, customer_id: customerId, card_id: cardId, card_account_id: accountId } = attempt
  await queueCardRemoval(tx, platform, { gateway, customerId, cardId, accountId })
}

/** Mails the payer once. Nobody confirms a payment with a card that was replaced: the next run cancels it, and charges the other card. */
async function askPayer(tx: Tx, platform: Platform, charge: ChargeRow, attempt: Attempt): Promise<void> {
  // Whoever pays by link is at the page, and is led to the bank from there.
  if (attempt.before) {
    await saveConfirmationDeadline(tx, attempt, platform.clock.now() + confirmLinkWithin_ms)
    return
  }
  const isReplaced = await isCardReplaced(tx, charge, attempt)
  const until_ms = platform.clock.now() + (isReplaced ? 0 : confirmWithin_ms)
  const isNew = await saveConfirmationDeadline(tx, attempt, until_ms)
  if (isNew && !isReplaced) await mailConfirmation(tx, platform, charge, until_ms)
}
