import { bookPayment, lockCharge, moveCharge, noteDeclined, notePaid } from '#server/areas/billing/public.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  GatewayRefused,
  GatewayUnreachable,
  type CardGateway,
  type ChargeOutcome,
} from '#server/providers/payments/gateway.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'
import { endAttempt, lockAttempt, noteSilence, wishOf, type NewAttempt } from './attempts.ts'
import { mailDeclined } from '../dunning/mail-declined.ts'

/** What is known after the gateway was asked; `silent` says nothing about what became of it. */
type Heard = ChargeOutcome | { state: 'silent' }

/**
 * Asks a gateway for the money of an attempt that is committed, and keeps the answer. An attempt that was sent before is
 * looked up first, and asked for under the same key where the gateway has never heard of it.
 */
export async function askGateway(platform: Platform, attempt: NewAttempt, wasSent = false): Promise<void> {
  const gateway = gatewayNamed(platform.config, attempt.gateway)
  // Not configured at the moment: the row waits for it.
  if (!gateway) return
  await keepOutcome(platform, attempt, await hear(gateway, attempt, wasSent))
}

async function hear(gateway: CardGateway, attempt: NewAttempt, wasSent: boolean): Promise<Heard> {
  const wish = wishOf(attempt)
  try {
    const found = wasSent ? await gateway.findCharge(wish) : null
    return found ?? (await gateway.charge(wish))
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable) return { state: 'silent' }
    // Understood and turned away: nothing was charged, and asking the same again is no use.
    if (thrown instanceof GatewayRefused) return { state: 'declined', gatewayId: null, code: thrown.code }
    throw thrown
  }
}

/** Keeps what became of an attempt, with its transfers, once: whoever hears of it second changes nothing. */
const keepOutcome = (platform: Platform, attempt: NewAttempt, heard: Heard): Promise<void> =>
  inScope(platform.appPool, { kind: 'agency', rootId: attempt.root_id, agencyId: attempt.agency_id }, (tx) =>
    settle(tx, platform, attempt, heard),
  )

async function settle(
  tx: Tx,
  platform: Platform,
  { id, agency_id, charge_id }: NewAttempt,
  heard: Heard,
): Promise<void> {
  const charge = await lockCharge(tx, { agencyId: agency_id }, charge_id)
  const attempt = await lockAttempt(tx, agency_id, id)
  if (!charge || !attempt || attempt.state === 'succeeded' || attempt.state === 'declined') return
  const now_ms = platform.clock.now()
  if (heard.state === 'silent' || heard.state === 'pending') {
    const gatewayId = heard.state === 'pending' ? heard.gatewayId : null
    await noteSilence(tx, machineTime(platform.clock), attempt, gatewayId)
    if (charge.status === 'sent') await moveCharge(tx, now_ms, charge, { to: 'unknown' })
    return
  }
  const { gatewayId } = heard
  if (heard.state === 'succeeded') {
    await endAttempt(tx, now_ms, attempt, { state: 'succeeded', gatewayId, code: null })
    await moveCharge(tx, now_ms, charge, { to: 'succeeded' })
    await bookPayment(tx, now_ms, charge, { by: 'gateway', attemptId: attempt.id, fee_cents: attempt.fee_cents })
    await notePaid(tx, now_ms, charge)
    return
  }
  await endAttempt(tx, now_ms, attempt, { state: 'declined', gatewayId, code: heard.code })
  await moveCharge(tx, now_ms, charge, { to: 'declined', cause: heard.code.slice(0, 100) })
  await mailDeclined(tx, platform, charge, await noteDeclined(tx, now_ms, charge))
}
