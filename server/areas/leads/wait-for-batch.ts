import type { Tx } from '#server/platform/database/tx.ts'
import { signal } from '#server/platform/signals.ts'

/** How long whoever waits for a batch lets a statement take, since a batch may have just begun. */
export const longestBatchWait_ms = 90_000

/**
 * Waits for an agency's running batch to commit, and prevents new ones until the caller's transaction ends. Later decisions
 * therefore see what was committed before.
 */
export async function waitForBatch(tx: Tx, agencyId: string): Promise<void> {
  await tx.query('select from resolve_watermark where agency_id = $1 for update', [agencyId])
  // Other processes skipped the agency meanwhile.
  await signal(tx, { kind: 'hits', agencyIds: [agencyId] })
}

/** Whether reports of a browser are not resolved yet. Call it once no batch runs. */
export async function hasWaitingHits(tx: Tx, agencyId: string, clientId: string, visitorId: string): Promise<boolean> {
  const { rows } = await tx.query<{ waits: boolean }>(
    `select exists (
       select from resolve_watermark w join hit h on h.agency_id = $1 and (h.tx, h.id) > (w.done_tx, w.done_id)
        where w.agency_id = $1 and h.client_id = $2 and h.visitor_id = $3) as waits`,
    [agencyId, clientId, visitorId],
  )
  return rows[0]!.waits
}
