import { bookDispute } from '#server/areas/billing/disputes/book-dispute.ts'
import { saveDispute } from '#server/areas/billing/disputes/disputes.ts'
import { lockCharge } from '#server/areas/billing/charge-states.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  GatewayRefused,
  GatewayUnreachable,
  type CardGateway,
  type DisputeStatus,
} from '#server/providers/payments/gateway.ts'
import { findAttempt } from '../charges/attempts.ts'
import { beginReading } from '../readings.ts'

type Applied = 'applied' | 'ignored' | 'waits'

/**
 * Handles an event about a dispute: reads the dispute's status from the gateway, then stores and books it. Repeated and
 * reordered events are harmless; an event about a payment that isn't known yet waits.
 */
export async function applyDispute(
  platform: Platform,
  gateway: CardGateway,
  of: { disputeId: string; accountId: string | null },
): Promise<Applied> {
  const reading = await beginReading(platform)
  const standing = await look(gateway, of)
  if (standing === undefined) return 'waits'
  return standing === null ? 'ignored' : saveDisputeStatus(platform, gateway, of.accountId, { reading, standing })
}

/** Null if the dispute isn't about one of our payments; undefined if the gateway didn't answer. */
async function look(
  gateway: CardGateway,
  of: { disputeId: string; accountId: string | null },
): Promise<DisputeStatus | null | undefined> {
  try {
    return await gateway.readDispute(of)
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable || thrown instanceof GatewayRefused) return undefined
    throw thrown
  }
}

/** Stores and books a dispute's status in one transaction, under its charge's lock. */
function saveDisputeStatus(
  platform: Platform,
  gateway: Pick<CardGateway, 'name'>,
  accountId: string | null,
  { reading, standing }: { reading: number; standing: DisputeStatus },
): Promise<Applied> {
  const { rootId, agencyId, chargeId } = standing.place
  const now_ms = platform.clock.now()
  return inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, async (tx): Promise<Applied> => {
    const charge = await lockCharge(tx, { agencyId }, chargeId)
    const attempt = charge && (await findAttempt(tx, agencyId, standing.attemptId))
    if (!charge || attempt?.gateway !== gateway.name || attempt.account_id !== accountId) return 'waits'
    if (charge.status !== 'succeeded' || attempt.state !== 'succeeded') return 'waits'
    const dispute = await saveDispute(tx, now_ms, {
      id: uuidOf(['dispute', gateway.name, standing.gatewayId]),
      root_id: rootId,
      agency_id: agencyId,
      client_id: charge.client_id,
      charge_id: charge.id,
      attempt_id: attempt.id,
      gateway: gateway.name,
      gateway_id: standing.gatewayId,
      account_id: accountId,
      amount_cents: standing.amount_cents,
      reason: standing.reason,
      state: standing.state,
      respond_by: standing.respondBy_ms === null ? null : dateOf(standing.respondBy_ms),
      opened_at: dateOf(standing.openedAt_ms),
      reading,
    })
    // Skip the booking if a later reading has been stored, or if the dispute was already decided.
    if (dispute.reading === reading) await bookDispute(tx, now_ms, dispute, standing)
    return 'applied'
  })
}
