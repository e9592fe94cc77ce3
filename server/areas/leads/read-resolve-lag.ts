import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'

export interface ResolveLag {
  /** Agencies with unresolved hits. */
  agencies: number
  /** How long the oldest of them has waited; 0 without any. */
  oldest_ms: number
}

/** What waits to be resolved, over these operators: by watermark, so one look at an index for each agency. */
export async function readResolveLag(appPool: Pool, rootIds: readonly string[], now_ms: number): Promise<ResolveLag> {
  const lag = { agencies: 0, oldest_ms: 0 }
  for (const rootId of rootIds) {
    const { rows } = await inScope(
      appPool,
      { kind: 'root', rootId },
      (tx) =>
        tx.query<{ since: Date }>(
          `select next.received_at as since from resolve_watermark m
            cross join lateral (
              select h.received_at from hit h where h.agency_id = m.agency_id and (h.tx, h.id) > (m.done_tx, m.done_id)
               order by h.tx, h.id limit 1) next
            where m.root_id = $1`,
          [rootId],
        ),
      { readOnly: true },
    )
    lag.agencies += rows.length
    lag.oldest_ms = Math.max(lag.oldest_ms, ...rows.map(({ since }) => now_ms - since.getTime()))
  }
  return lag
}
