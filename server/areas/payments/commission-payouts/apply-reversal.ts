import { findPayoutRoot } from '#server/areas/commissions/payouts/find-payout-root.ts'
import { lockPayout } from '#server/areas/commissions/payouts/payouts.ts'
import { reversePayout } from '#server/areas/commissions/payouts/reverse-payout.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  GatewayRefused,
  GatewayUnreachable,
  type CardGateway,
  type TransferStatus,
} from '#server/providers/payments/gateway.ts'

/**
 * Handles an event about a transfer that pays commissions: reads from the gateway what was taken back of it, and books the difference.
 * An event that arrives before the payout is recorded as paid waits.
 */
export async function applyReversal(
  platform: Platform,
  gateway: CardGateway,
  transferId: string,
): Promise<'applied' | 'ignored' | 'waits'> {
  const rootId = await findPayoutRoot(platform.appPool, transferId)
  if (rootId === null) return 'waits'
  const scope = { kind: 'root', rootId } as const
  const payout = await inScope(platform.appPool, scope, (tx) => lockPayout(tx, rootId, transferId))
  if (payout?.gateway !== gateway.name || payout.state === 'failed') return 'ignored'
  if (payout.state === 'sent') return 'waits'
  const { account_id, amount_cents } = payout
  const transfer = await answered(() => gateway.findTransfer({ transferId, accountId: account_id ?? '', amount_cents }))
  if (transfer === undefined) return 'waits'
  if (transfer === null) return 'ignored'
  await inScope(platform.appPool, scope, async (tx) => {
    const payout = await lockPayout(tx, rootId, transferId)
    if (payout) await reversePayout(tx, platform.clock.now(), payout, Math.min(transfer.reversed_cents, amount_cents))
  })
  return 'applied'
}

/** Undefined if the gateway is unreachable or refuses. */
async function answered(work: () => Promise<TransferStatus | null>): Promise<TransferStatus | null | undefined> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable || thrown instanceof GatewayRefused) return undefined
    throw thrown
  }
}
