import { z } from 'zod'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Book } from './book.ts'
import { signalDeliveries } from './queue-deliveries.ts'
import { leaveDigest } from './resend.ts'

/** The causes of what wasn't delivered because the destination was off, including those that were told so first. */
export const missedCauses = `('destination_disabled', 'gone')`

/** The batch size of one transaction, so that a large backlog doesn't block others. */
const atOnce = 5_000

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), destinationId: z.uuid() })

/**
 * Queues what arrived while a destination was turned off, and what turned it off by a 410, oldest first, with the same
 * ids and bodies, so that nothing arrives twice. Deliveries out of attempts stay dead. A large backlog continues in a job after the commit.
 */
export async function sendMissed(tx: Tx, book: Book, destinationId: string, now_ms: number): Promise<void> {
  if ((await sendPortion(tx, book, destinationId, now_ms)) < atOnce) return
  const { rootId, agencyId } = book
  await addJob(tx, sendMissedJob.name, { rootId, agencyId, destinationId }, { queue: `missed ${destinationId}` })
}

async function sendPortion(tx: Tx, book: Book, destinationId: string, now_ms: number): Promise<number> {
  const { rowCount } = await tx.query(
    `with missed as (
       select agency_id, id from delivery
        where agency_id = $1 and destination_id = $2 and status = 'dead' and last_error_code in ${missedCauses}
          and taken_back_at is null
        order by id limit ${atOnce} for update)
     update delivery set status = 'waiting', attempts = 0, next_attempt_at = $3, last_error_code = null, ${leaveDigest}
       from missed where delivery.agency_id = missed.agency_id and delivery.id = missed.id`,
    [book.agencyId, destinationId, dateOf(now_ms)],
  )
  return rowCount ?? 0
}

/** Sends the rest of a backlog. Resumes after an interruption; ends if the destination is turned off again. */
export const sendMissedJob: Job = {
  name: 'send-missed',
  async run(platform, input) {
    const { destinationId, ...book } = payload.parse(input)
    while ((await nextPortion(platform, book, destinationId)) === atOnce);
  },
}

const nextPortion = (platform: Platform, book: Book, destinationId: string): Promise<number> =>
  inScope(platform.appPool, { kind: 'root', rootId: book.rootId }, async (tx) => {
    const { rows } = await tx.query<{ client_id: string }>(
      `select client_id from destination
        where agency_id = $1 and id = $2 and status <> 'disabled' and removed_at is null for share`,
      [book.agencyId, destinationId],
    )
    if (!rows[0]) return 0
    const count = await sendPortion(tx, book, destinationId, platform.clock.now())
    await signalDeliveries(tx, book, [rows[0].client_id])
    return count
  })
