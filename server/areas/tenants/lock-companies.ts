import type { Tx } from '#server/platform/database/tx.ts'

// Advisory locks per agency, not row locks: on a cluster, a shared lock on a row of a reference table locks the whole
// table, and transactions that share it deadlock (decision 187). Products are locked before payers, to avoid deadlocks.

/**
 * Until this transaction ends, the agency and its clients are not removed and lose no product. Read them after it: what
 * is read then is still valid at commit.
 */
export async function lockProductsShared(tx: Tx, agencyId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(hashtextextended('products ' || $1, 0))`, [agencyId])
}

/** Until this transaction ends, the agency and its clients are not removed: they may be charged. Read them after it. */
export async function lockPayersShared(tx: Tx, agencyId: string): Promise<void> {
  await tx.prepared('hold-payers', `select pg_advisory_xact_lock_shared(hashtextextended('payers ' || $1, 0))`, [
    agencyId,
  ])
}

/**
 * Waits for all `lockProductsShared`, and blocks them: before checking that nothing uses a product that is taken away, and
 * before changing what new clients start with.
 */
export async function lockProducts(tx: Tx, agencyId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('products ' || $1, 0))`, [agencyId])
}

/** Waits for all `lockProductsShared` and `lockPayersShared`, and blocks them: before checking that a company may be removed. */
export async function lockCompanies(tx: Tx, agencyId: string): Promise<void> {
  await lockProducts(tx, agencyId)
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('payers ' || $1, 0))`, [agencyId])
}
