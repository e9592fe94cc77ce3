import type { Tx } from '#server/platform/database/tx.ts'
import { signal } from '#server/platform/signals.ts'

/**
 * Waits for an agency's running batch to commit, and prevents new ones until the caller's transaction ends. Later decisions
 * therefore see what was committed before.
 */
export async function waitForBatch(tx: Tx, agencyId: string): Promise<void> {
  await tx.query('select from resolve_watermark where agency_id = $1 for update', [agencyId])
  // Other processes skipped the agency meanwhile.
  await signal(tx, { kind: 'hits', agencyIds: [agencyId] })
}
