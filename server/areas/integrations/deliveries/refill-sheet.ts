import { z } from 'zod'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Book, CampaignPath } from './book.ts'
import { signalDeliveries } from './queue-deliveries.ts'

/** The batch size of one transaction, as in `send-missed.ts`. */
const atOnce = 5_000
/** A sheet has fewer rows, so counting stops here. */
const maxCounted = 100_000
const beforeAll = '00000000-0000-0000-0000-000000000000'

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), destinationId: z.uuid() })

/** Leads that are gone or were taken back are not written again. */
const isWritten = `last_error_code is distinct from 'lead_missing' and taken_back_at is null`

/**
 * Writes every lead of a cleared sheet again, oldest first and before new ones, and ends the hold under which it was
 * cleared. Large sheets continue in a job after the commit. Returns how many are queued, counted up to 100,000.
 */
export async function refillSheet(
  tx: Tx,
  campaign: CampaignPath,
  destinationId: string,
  now_ms: number,
): Promise<number> {
  const { rootId, agencyId, campaignId } = campaign
  await tx.query(
    'update destination set refill_after = $3, refill_at = $4, held_until = null where agency_id = $1 and id = $2',
    [agencyId, destinationId, beforeAll, dateOf(now_ms)],
  )
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from delivery where agency_id = $1 and campaign_id = $2 and destination_id = $3 and ${isWritten}
       limit ${maxCounted}) as counted`,
    [agencyId, campaignId, destinationId],
  )
  if (await refillPortion(tx, campaign, destinationId, now_ms))
    await addJob(tx, refillSheetJob.name, { rootId, agencyId, destinationId }, { queue: `refill ${destinationId}` })
  return rows[0]!.count
}

interface Refill {
  client_id: string
  campaign_id: string
  is_off: boolean
  refill_after: string
  refill_at: Date
}

/** Each status has its own range of the index, so that no batch rereads earlier ones. */
const partOf = (status: 'waiting' | 'delivered' | 'dead'): string => `
  (select id from delivery
    where agency_id = $1 and campaign_id = $2 and status = '${status}' and destination_id = $3 and id > $4 and ${isWritten}
    order by id limit ${atOnce})`

const nextOnes = `
  select id from (${[partOf('waiting'), partOf('delivered'), partOf('dead')].join(' union all ')}) as own
   order by id limit ${atOnce}`

/**
 * Deliveries in progress started after the clearing, so they are skipped. All batches get the same due time, so that
 * the queue is ordered by the age of leads. While the sheet is turned off, they wait like new ones.
 */
const writeAgain = `
  update delivery set attempts = 0, delivered_at = null,
         status = case when $5 then 'dead' else 'waiting' end, next_attempt_at = case when $5 then null else $3::timestamptz end,
         last_error_code = case when $5 then 'destination_disabled' end
   where agency_id = $1 and id = any($2::uuid[]) and (leased_until is null or leased_until <= $4) and ${isWritten}`

/** Progress is stored in the same transaction, so that a restart or a second request repeats nothing. */
async function refillPortion(tx: Tx, book: Book, destinationId: string, now_ms: number): Promise<boolean> {
  const { agencyId } = book
  const refills = await tx.query<Refill>(
    `select client_id, campaign_id, status = 'disabled' as is_off, refill_after, refill_at from destination
      where agency_id = $1 and id = $2 and refill_after is not null and removed_at is null for update`,
    [agencyId, destinationId],
  )
  const refill = refills.rows[0]
  if (!refill) return false
  const { client_id, campaign_id, is_off, refill_after, refill_at } = refill
  const { rows } = await tx.query<{ id: string }>(nextOnes, [agencyId, campaign_id, destinationId, refill_after])
  const ids = rows.map(({ id }) => id)
  await tx.query(writeAgain, [agencyId, ids, refill_at, dateOf(now_ms), is_off])
  const goesOn = ids.length === atOnce
  await tx.query(
    `update destination set refill_after = $3, refill_at = case when $3::uuid is null then null else refill_at end
      where agency_id = $1 and id = $2`,
    [agencyId, destinationId, goesOn ? ids.at(-1) : null],
  )
  await signalDeliveries(tx, book, [client_id])
  return goesOn
}

/** Writes the rest of a sheet. Resumes after an interruption; a duplicate job finds nothing to do. */
export const refillSheetJob: Job = {
  name: 'refill-sheet',
  async run(platform, input) {
    const { destinationId, ...book } = payload.parse(input)
    while (await nextPortion(platform, book, destinationId));
  },
}

const nextPortion = (platform: Platform, book: Book, destinationId: string): Promise<boolean> =>
  inScope(platform.appPool, { kind: 'root', rootId: book.rootId }, (tx) =>
    refillPortion(tx, book, destinationId, platform.clock.now()),
  )
