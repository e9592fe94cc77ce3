import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newIdsInOrder } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Book } from '../deliveries/book.ts'
import { leaveMails } from '../deliveries/bundle-digests.ts'
import { deliveriesOfLead } from '../deliveries/delivery-id.ts'

interface Copy {
  leadId: string
  destinationId: string
  email: string | null
  /** The end of the lease of an attempt that may be in progress and can't be stopped. */
  leasedUntil: Date | null
}

/**
 * Deliveries that arrived or may have arrived: any attempt may have succeeded without our knowing, and a stored body
 * means a claim, perhaps by a process that died.
 */
const copies = `
  select lead.id as "leadId", delivery.destination_id as "destinationId", lead.email,
         delivery.leased_until as "leasedUntil"
  from lead
  cross join ${deliveriesOfLead('$1')} as delivery
  where lead.agency_id = $1 and lead.id = any($2::uuid[])
    and (delivery.status = 'delivered' or delivery.attempts > 0 or delivery.body is not null or delivery.carried_by is not null)`

const endSending = `
  with own as (
    select delivery.id from lead cross join ${deliveriesOfLead('$1')} as delivery
    where lead.agency_id = $1 and lead.id = any($2::uuid[]))
  update delivery set status = case when status = 'waiting' then 'dead' else status end, next_attempt_at = null,
         leased_until = null, body = null, last_error_code = 'taken_back', taken_back_at = $3
  from own where delivery.agency_id = $1 and delivery.id = own.id and taken_back_at is null`

const insertReceipts = `
  insert into take_back (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, person_sealed, status,
                         next_attempt_at, asked_at)
  select $1, asked.id, $2, destination.client_id, destination.campaign_id, asked.lead_id, destination.id, asked.person,
         'waiting', asked.at, $3
  from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::timestamptz[]) as asked (id, lead_id, destination_id, person, at)
  join destination on destination.agency_id = $1 and destination.id = asked.destination_id
  on conflict (agency_id, lead_id, destination_id) do nothing`

/** The encryption context: bound to the row, so that the value can't be decrypted in any other. */
export const contextOf = (agencyId: string, id: string): string => `take_back|person_sealed|${id}|${agencyId}`

/**
 * Queues a request to every destination that got these leads to delete the person, in the transaction of the removal;
 * waiting deliveries are no longer sent. Idempotent: one receipt per lead and destination.
 */
export async function askTakeBack(
  tx: Tx,
  platform: Pick<Platform, 'secrets' | 'clock'>,
  { rootId, agencyId }: Book,
  leadIds: readonly string[],
): Promise<void> {
  if (leadIds.length === 0) return
  const now_ms = platform.clock.now()
  const { rows } = await tx.query<Copy>(copies, [agencyId, plainArray(leadIds)])
  await leaveMails(tx, agencyId, plainArray(leadIds), dateOf(now_ms))
  await tx.query(endSending, [agencyId, plainArray(leadIds), dateOf(now_ms)])
  if (rows.length === 0) return
  const ids = newIdsInOrder(now_ms, rows.length)
  await tx.query(insertReceipts, [
    agencyId,
    rootId,
    dateOf(now_ms),
    ids,
    rows.map(({ leadId }) => leadId),
    rows.map(({ destinationId }) => destinationId),
    rows.map(({ email }, index) =>
      platform.secrets.seal(JSON.stringify({ email: email ?? '' }), contextOf(agencyId, ids[index]!)),
    ),
    rows.map(({ leasedUntil }) => dateOf(Math.max(now_ms, leasedUntil?.getTime() ?? 0))),
  ])
  await addJob(tx, takeBackJobName, { rootId })
}

export const takeBackJobName = 'take-back-leads'
