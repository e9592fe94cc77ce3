import type { Platform } from '#server/platform/platform.ts'
import {
  GatewayRefused,
  GatewayUnreachable,
  type BalanceEntry,
  type CardGateway,
  type PayoutOf,
} from '#server/providers/payments/gateway.ts'
import { findPresentOrFormerOwner, inOwnersScope } from '../accounts/connected-accounts.ts'
import { storePayoutEntries, storePayout } from './store-payout.ts'
import { mailFailedPayout } from './mail-failed-payout.ts'

type Applied = 'applied' | 'ignored' | 'waits'

/** A payout with more pages of entries than this is stored without them. */
const maxPages = 200

/**
 * Handles an event about a payout: reads its status and its entries from the gateway and stores them. Repeated and
 * reordered events are harmless; an event for an account that isn't known yet waits. An account that was disconnected here is paid
 * out all the same, as long as its owner doesn't revoke our access.
 */
export async function applyPayout(platform: Platform, gateway: CardGateway, of: PayoutOf): Promise<Applied> {
  const owner = await findPresentOrFormerOwner(platform, gateway.name, of.accountId)
  if (!owner) return 'waits'
  const standing = await answered(() => gateway.readPayout(of))
  if (standing === undefined) return 'waits'
  if (standing === null) return 'ignored'
  const account = { owner, gateway: gateway.name, accountId: of.accountId }
  const storedPayout = await inOwnersScope(platform, owner, async (tx) => {
    const payout = await storePayout(tx, platform.clock.now(), account, standing)
    if (payout?.hasFailed) await mailFailedPayout(tx, platform, owner, standing)
    return payout
  })
  if (!storedPayout) return 'ignored'
  if (storedPayout.isItemized || !standing.isItemized) return 'applied'
  const entries = await answered(() => readPaidOut(gateway, of))
  if (entries === undefined) return 'waits'
  if (entries)
    await inOwnersScope(platform, owner, (tx) =>
      storePayoutEntries(tx, platform.clock.now(), owner, storedPayout.id, entries),
    )
  return 'applied'
}

/** All entries of a payout but its own movement; null if there are too many pages. */
async function readPaidOut(gateway: CardGateway, of: PayoutOf): Promise<BalanceEntry[] | null> {
  const entries = new Map<string, BalanceEntry>()
  let after: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const { entries: part, next } = await gateway.listPaidOut({ ...of, after })
    for (const entry of part)
      if (entry.kind !== 'payout' || entry.sourceId !== of.payoutId) entries.set(entry.gatewayId, entry)
    if (next === null) return [...entries.values()]
    after = next
  }
  return null
}

/** Undefined if the gateway is unreachable or refuses. */
async function answered<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable || thrown instanceof GatewayRefused) return undefined
    throw thrown
  }
}
