import { hiddenOrigin } from '#contract/tracking/flags.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { LeadEvent } from './batch.ts'

/** How far an agency's hits are resolved: up to and including this transaction and id. */
export interface Watermark {
  tx: number
  id: string
}

/** A batch's hits: all between two watermarks. Found by index order, so the cost depends on the batch, not on the partition. */
export interface HitRange {
  after: Watermark
  upTo: Watermark
  /** The lowest and highest id, which limit the partitions (days) to scan. */
  ids: [lowest: string, highest: string]
}

/** SQL condition for the hits `h` of a range. Parameters: $1 the agency; then tx and id of both watermarks and the id bounds. */
export const hitsOfRange = (first: number): string =>
  `h.agency_id = $1 and (h.tx, h.id) > ($${first}::bigint, $${first + 1}::uuid)
     and (h.tx, h.id) <= ($${first + 2}::bigint, $${first + 3}::uuid) and h.id between $${first + 4}::uuid and $${first + 5}::uuid`

export const rangeValues = ({ after, upTo, ids }: HitRange): unknown[] => [after.tx, after.id, upTo.tx, upTo.id, ...ids]

/** The range of the hits after a watermark: the next ones in order, at least one. */
export function rangeOf(after: Watermark, events: readonly LeadEvent[]): HitRange {
  let [lowest, highest] = [events[0]!.id, events[0]!.id]
  for (const { id } of events) {
    if (id < lowest) lowest = id
    if (id > highest) highest = id
  }
  return { after, upTo: events.at(-1)!, ids: [lowest, highest] }
}

/** Locks the agency's watermark until the transaction ends; null while another process resolves this agency. */
export async function lockWatermark(tx: Tx, agencyId: string): Promise<Watermark | null> {
  const { rows } = await tx.query<Watermark>(
    'select done_tx as tx, done_id as id from resolve_watermark where agency_id = $1 for update skip locked',
    [agencyId],
  )
  return rows[0] ?? null
}

export async function moveWatermark(tx: Tx, agencyId: string, mark: Watermark): Promise<void> {
  if (hasFault('leave-the-mark')) return
  await tx.query('update resolve_watermark set done_tx = $2, done_id = $3 where agency_id = $1', [
    agencyId,
    mark.tx,
    mark.id,
  ])
}

/** Finds the hex digits in the text form of a bytea array, {"\\x5f4d…","\\x…"}. */
const hash = /[0-9a-f]{32,}/g
type Row = Omit<LeadEvent, 'mark'> & { mark: LeadEvent['mark'] | typeof hiddenOrigin; digits: string | null }

/** SQL for the oldest running transaction; all earlier ones have ended. */
const oldestRunning = (): string =>
  hasFault('resolve-running-transactions')
    ? '9223372036854775807'
    : 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint'

/**
 * The next hits after the watermark, ordered by the start of their transactions. Hits of transactions that are not older than
 * every running one must wait, since another row of such a transaction could still appear before them.
 */
export async function readEvents(tx: Tx, agencyId: string, mark: Watermark, most: number): Promise<LeadEvent[]> {
  const { rows } = await tx.query<Row>(
    `select h.id, h.tx, h.client_id as "clientId", h.campaign_id as "campaignId", h.kind, h.mark, h.hashes::text as digits,
            h.visitor_id as cookie, date_part('epoch', h.received_at) * 1000 as "receivedAt_ms",
            h.event_value_cents as "eventValue_cents", h.person_id as "personId", h.search, h.company_domain as "companyDomain"
       from hit h
      where h.agency_id = $1 and (h.tx, h.id) > ($2::bigint, $3::uuid)
        and h.tx < ${oldestRunning()}
      order by h.tx, h.id
      limit $4`,
    [agencyId, mark.tx, mark.id, most],
  )
  // Filled in place, because copying ten thousand rows is expensive.
  for (const row of rows) {
    row.isOriginHidden = row.mark === hiddenOrigin
    if (row.isOriginHidden) row.mark = null
    // A cookie is scoped to one client's site.
    if (row.cookie !== null) row.cookie = `${row.clientId} ${row.cookie}`
    row.hashes = row.digits?.match(hash) ?? []
    row.receivedAt_ms = Math.round(row.receivedAt_ms)
  }
  return rows as (Row & LeadEvent)[]
}

/** Whether any hit is pending after the watermark. */
export async function hasPendingHits(tx: Tx, agencyId: string, mark: Watermark): Promise<boolean> {
  const { rows } = await tx.query<{ waits: boolean }>(
    `select exists (select from hit h where h.agency_id = $1 and (h.tx, h.id) > ($2::bigint, $3::uuid)) as waits`,
    [agencyId, mark.tx, mark.id],
  )
  return rows[0]?.waits === true
}
