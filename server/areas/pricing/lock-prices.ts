import type { Tx } from '#server/platform/database/tx.ts'

/** Whose prices: those of an agency and its clients, or the operator's defaults if `agencyId` is null. */
interface PriceSet {
  rootId: string
  agencyId: string | null
}

/**
 * Takes a shared lock on prices: what is read from here on is still valid at commit. Take it before reading a price
 * that is written to a campaign, and before locking campaigns, to avoid deadlocks.
 */
export async function lockPricesShared(tx: Tx, { rootId, agencyId }: PriceSet & { agencyId: string }): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock_shared(hashtextextended('prices ' || $1, 0)),
       pg_advisory_xact_lock_shared(hashtextextended('prices ' || $2, 0))`,
    [rootId, agencyId],
  )
}

/**
 * Takes an exclusive lock before a price, a bound or a payment term is read for a change: waits for all `lockPricesShared`
 * and blocks them and other changes. An agency's lock doesn't block other agencies.
 */
export async function lockPrices(tx: Tx, { rootId, agencyId }: PriceSet): Promise<void> {
  await tx.query(
    agencyId === null
      ? `select pg_advisory_xact_lock(hashtextextended('prices ' || $1, 0))`
      : `select pg_advisory_xact_lock_shared(hashtextextended('prices ' || $1, 0)),
           pg_advisory_xact_lock(hashtextextended('prices ' || $2, 0))`,
    agencyId === null ? [rootId] : [rootId, agencyId],
  )
}
