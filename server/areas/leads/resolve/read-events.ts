import { planted } from '#server/platform/planted-fault.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { LeadEvent } from './batch.ts'

/** How far an agency's hits are resolved: all up to this transaction and id. */
export interface Watermark {
  tx: number
  id: string
}

/** A batch's hits as rows: all between two marks. Found by their order, which costs the batch and not the partition. */
export interface HitRange {
  after: Watermark
  upTo: Watermark
  /** The lowest and the highest id among them: they tell in which days' partitions they lie. */
  ids: [lowest: string, highest: string]
}

/** SQL for the hits of a range, as `h`, from parameters: $1 the agency, then tx and id of both marks, and the ids' bounds. */
export const hitsOfRange = (first: number): string =>
  `h.agency_id = $1 and (h.tx, h.id) > ($${first}::bigint, $${first + 1}::uuid)
     and (h.tx, h.id) <= ($${first + 2}::bigint, $${first + 3}::uuid) and h.id between $${first + 4}::uuid and $${first + 5}::uuid`

export const rangeValues = ({ after, upTo, ids }: HitRange): unknown[] => [after.tx, after.id, upTo.tx, upTo.id, ...ids]

/** The range of hits behind a mark: the next ones, in their order, at least one. */
export function rangeOf(after: Watermark, events: readonly LeadEvent[]): HitRange {
  let [lowest, highest] = [events[0]!.id, events[0]!.id]
  for (const { id } of events) {
    if (id < lowest) lowest = id
    if (id > highest) highest = id
  }
  return { after, upTo: events.at(-1)!, ids: [lowest, highest] }
}

/** Takes the agency's mark until the transaction ends; null while somebody else resolves this agency. */
export async function takeWatermark(tx: Tx, agencyId: string): Promise<Watermark | null> {
  const { rows } = await tx.query<Watermark>(
    'select done_tx as tx, done_id as id from resolve_watermark where agency_id = $1 for update skip locked',
    [agencyId],
  )
  return rows[0] ?? null
}

export async function moveWatermark(tx: Tx, agencyId: string, mark: Watermark): Promise<void> {
  if (planted('leave-the-mark')) return
  await tx.query('update resolve_watermark set done_tx = $2, done_id = $3 where agency_id = $1', [
    agencyId,
    mark.tx,
    mark.id,
  ])
}

/** In an array of bytea as text, {"\\x5f4d…","\\x…"}, only the hexadecimal digits matter. */
const hash = /[0-9a-f]{32,}/g
type Row = LeadEvent & { digits: string | null }

/** SQL for the oldest transaction that still runs; all before it have come to an end. */
const oldestRunning = (): string =>
  planted('resolve-running-transactions')
    ? '9223372036854775807'
    : 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint'

/**
 * The next hits behind the mark, in the order in which their transactions began. Hits of transactions that are not older
 * than every running one wait: another row of such a transaction could still appear in front of them.
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
  // Filled in place: ten thousand rows are a lot to copy.
  for (const row of rows) {
    // A visitor's cookie is one client's site's own.
    if (row.cookie !== null) row.cookie = `${row.clientId} ${row.cookie}`
    row.hashes = row.digits?.match(hash) ?? []
    row.receivedAt_ms = Math.round(row.receivedAt_ms)
  }
  return rows
}

/** Whether any hit waits behind the mark, held back or not. */
export async function hasHitsBehind(tx: Tx, agencyId: string, mark: Watermark): Promise<boolean> {
  const { rows } = await tx.query<{ waits: boolean }>(
    `select exists (select from hit h where h.agency_id = $1 and (h.tx, h.id) > ($2::bigint, $3::uuid)) as waits`,
    [agencyId, mark.tx, mark.id],
  )
  return rows[0]?.waits === true
}
