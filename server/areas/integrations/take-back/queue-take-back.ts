import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newIdsInOrder } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Book } from '../deliveries/book.ts'
import { leaveMails } from '../deliveries/bundle-digests.ts'
import { keysOfLeads } from '../deliveries/delivery-id.ts'

/** The key of a delivery that a lead has or would have. */
interface Key {
  id: string
  leadId: string
  destinationId: string
  clientId: string
  campaignId: string
  email: string | null
}

/**
 * Deliveries that arrived or may have: whoever was tried can have the person although nobody heard, and what has its body
 * was claimed, perhaps by a process that crashed. They are locked first, so that none is claimed in between; `leasedUntil`
 * is how long an attempt may be in flight that can't be stopped.
 */
const copies = `
  with own as (
    select id, status, attempts, body, carried_by, leased_until from delivery
    where agency_id = $1 and id = any($2::uuid[]) order by id for update)
  select id, leased_until as "leasedUntil" from own
  where status = 'delivered' or attempts > 0 or body is not null or carried_by is not null`

const endSending = `
  update delivery set status = case when status = 'waiting' then 'dead' else status end, next_attempt_at = null,
         leased_until = null, body = null, last_error_code = 'taken_back', taken_back_at = $3
  where agency_id = $1 and id = any($2::uuid[]) and taken_back_at is null`

const insertReceipts = `
  insert into take_back (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, person_sealed, status,
                         next_attempt_at, asked_at)
  select $1, asked.id, $2, asked.client_id, asked.campaign_id, asked.lead_id, asked.destination_id, asked.person,
         'waiting', asked.at, $3
  from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[], $9::text[], $10::timestamptz[])
    as asked (id, client_id, campaign_id, lead_id, destination_id, person, at)
  on conflict (agency_id, lead_id, destination_id) do nothing`

/** The encryption context: bound to the row, so that the value can't be decrypted in any other. */
export const contextOf = (agencyId: string, id: string): string => `take_back|person_sealed|${id}|${agencyId}`

/**
 * Queues a request to every destination that got these leads to delete the person, in the transaction of the removal;
 * waiting deliveries are no longer sent. Idempotent: one receipt per lead and destination.
 */
export async function queueTakeBack(
  tx: Tx,
  platform: Pick<Platform, 'secrets' | 'clock'>,
  { rootId, agencyId }: Book,
  leadIds: readonly string[],
): Promise<void> {
  if (leadIds.length === 0) return
  const now_ms = platform.clock.now()
  const { rows: keys } = await tx.query<Key>(keysOfLeads, [agencyId, plainArray(leadIds)])
  const ids = plainArray(keys.map(({ id }) => id))
  const { rows } = await tx.query<{ id: string; leasedUntil: Date | null }>(copies, [agencyId, ids])
  await leaveMails(tx, agencyId, ids, dateOf(now_ms))
  await tx.query(endSending, [agencyId, ids, dateOf(now_ms)])
  if (rows.length === 0) return
  const leaseEnds = new Map(rows.map(({ id, leasedUntil }) => [id, leasedUntil]))
  const leasedKeys = keys.filter(({ id }) => leaseEnds.has(id))
  const receiptIds = newIdsInOrder(now_ms, leasedKeys.length)
  await tx.query(insertReceipts, [
    agencyId,
    rootId,
    dateOf(now_ms),
    receiptIds,
    ...(['clientId', 'campaignId', 'leadId', 'destinationId'] as const).map((name) =>
      leasedKeys.map((key) => key[name]),
    ),
    leasedKeys.map(({ email }, index) =>
      platform.secrets.seal(JSON.stringify({ email: email ?? '' }), contextOf(agencyId, receiptIds[index]!)),
    ),
    leasedKeys.map(({ id }) => dateOf(Math.max(now_ms, leaseEnds.get(id)?.getTime() ?? 0))),
  ])
  await addJob(tx, takeBackJobName, { rootId })
}

export const takeBackJobName = 'take-back-leads'
