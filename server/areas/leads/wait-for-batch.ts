import type { Tx } from '#server/platform/database/tx.ts'
import { signal } from '#server/platform/signals.ts'

/**
 * Waits until the batch of an agency that is being resolved has been committed, and lets none begin before the caller's
 * transaction ends: whatever is decided from then on knows what was committed before.
 */
export async function waitForBatch(tx: Tx, agencyId: string): Promise<void> {
  await tx.query('select from resolve_watermark where agency_id = $1 for update', [agencyId])
  // Whoever came by meanwhile passed the agency over.
  await signal(tx, { kind: 'hits', agencyIds: [agencyId] })
}
