import type { Tx } from '#server/platform/database/tx.ts'
import { bookPayment } from './book-payment.ts'
import { moveCharge, recordCause, type ChargeRow } from './charge-states.ts'
import type { NotedRefusal } from './dunning/dunning-cases.ts'
import { gatewayRefused } from './dunning/schedule.ts'
import { recordDeclined, recordPaid } from './payment-status.ts'
import { queueCollection } from './queue-collection.ts'

/** What an attempt to collect a charge came to, as far as the gateway said. */
export type SettledAttempt =
  /** No response says what happened, or the gateway has not decided yet. */
  | { state: 'silent' | 'pending' }
  /** The bank waits for its customer's confirmation (3-D Secure). */
  | { state: 'asks_payer' }
  | { state: 'succeeded'; attemptId: string; fee_cents: number }
  /** By the payer's bank, or by the gateway itself, which rejected the request. */
  | { state: 'declined' | 'refused'; code: string; isCardReplaced: boolean }
  /** A payment by link was declined: the payer's own card has nothing to do with it (decision 315). */
  | { state: 'given_back'; before: { status: 'due' | 'declined'; cause: string | null; paid_with: string } }

/** The cause of a charge that waits for its payer's confirmation at the bank. */
const asksPayer = 'authentication_required'

/**
 * Carries a charge, locked by the caller, to what its attempt came to, with the bookings and the dunning that follow. Returns
 * the dunning state after a decline; null if the charge has none, as a top-up, or if it is charged again at once.
 */
export async function settleAttempt(
  tx: Tx,
  now_ms: number,
  charge: ChargeRow,
  attempt: SettledAttempt,
): Promise<NotedRefusal | null> {
  switch (attempt.state) {
    case 'silent':
    case 'pending':
      if (charge.status === 'sent') await moveCharge(tx, now_ms, charge, { to: 'unknown' })
      return null
    case 'asks_payer':
      if (charge.status === 'sent') await moveCharge(tx, now_ms, charge, { to: 'unknown', cause: asksPayer })
      else await recordCause(tx, charge, asksPayer)
      return null
    case 'succeeded':
      await moveCharge(tx, now_ms, charge, { to: 'succeeded' })
      await bookPayment(tx, now_ms, charge, {
        by: 'gateway',
        attemptId: attempt.attemptId,
        fee_cents: attempt.fee_cents,
      })
      await recordPaid(tx, now_ms, charge)
      return null
    case 'given_back':
      await giveBack(tx, now_ms, charge, attempt.before)
      return null
    default:
      return settleDecline(tx, now_ms, charge, attempt)
  }
}

/** The charge stands as before, with its retries; one that was due is collected by the next run if its payer has a card. */
async function giveBack(
  tx: Tx,
  now_ms: number,
  charge: ChargeRow,
  { status, cause, paid_with: paidWith }: Extract<SettledAttempt, { state: 'given_back' }>['before'],
): Promise<void> {
  await moveCharge(tx, now_ms, charge, { to: 'declined', cause, paidWith })
  if (status === 'due') await moveCharge(tx, now_ms, charge, { to: 'due', cause })
}

type Decline = Extract<SettledAttempt, { code: string }>

async function settleDecline(
  tx: Tx,
  now_ms: number,
  charge: ChargeRow,
  decline: Decline,
): Promise<NotedRefusal | null> {
  await moveCharge(tx, now_ms, charge, { to: 'declined', cause: causeOf(decline) })
  if (!decline.isCardReplaced) return recordDeclined(tx, now_ms, charge)
  // A top-up has no retry schedule but counts declines; the new card was not declined.
  if (charge.balance_id === null) await recordDeclined(tx, now_ms, charge)
  // The declined card has been replaced since the attempt began, so the new one is charged at once.
  await moveCharge(tx, now_ms, charge, { to: 'due' })
  await queueCollection(tx, { rootId: charge.root_id, agencyId: charge.agency_id }, charge.id)
  return null
}

/** The cause shown to the payer. A request that the gateway rejected isn't shown as a decline by the payer's bank. */
function causeOf({ state, code }: Decline): string {
  if (state === 'declined') return code.slice(0, 100)
  return code === 'resource_missing' ? 'card_unknown' : gatewayRefused
}
