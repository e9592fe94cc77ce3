import type { Tx } from '#server/platform/database/tx.ts'

/** Whose prices: an agency's and its clients', or with no agency what the operator asks of all agencies. */
interface PriceSet {
  rootId: string
  agencyId: string | null
}

/**
 * Holds prices still until the transaction ends: what is read from here on is what counts when it commits. Whoever writes a
 * price onto a campaign takes it before reading any, and before locking campaigns, so that nobody waits in a circle.
 */
export async function holdPrices(tx: Tx, { rootId, agencyId }: PriceSet & { agencyId: string }): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock_shared(hashtextextended('prices ' || $1, 0)),
       pg_advisory_xact_lock_shared(hashtextextended('prices ' || $2, 0))`,
    [rootId, agencyId],
  )
}

/**
 * Taken before a price, a bound or a payment term is read in order to change it: waits for all who hold these prices, and
 * makes them and other changes wait. An agency's own prices leave other agencies alone.
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
