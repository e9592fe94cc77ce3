import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Book } from '../deliveries/book.ts'

interface Copy {
  client_id: string
  campaign_id: string
  lead_id: string
  destination_id: string
  email: string | null
}

/** Deliveries that arrived or may have: whoever was tried can have the person although nobody heard. */
const copies = `
  select delivery.client_id, delivery.campaign_id, delivery.lead_id, delivery.destination_id, lead.email
  from delivery
  join lead on lead.agency_id = delivery.agency_id and lead.id = delivery.lead_id
  where delivery.agency_id = $1 and delivery.lead_id = any($2) and (delivery.status = 'delivered' or delivery.attempts > 0)`

/** What a row's person is sealed with: bound to the row, so that it opens nowhere else. */
export const contextOf = (agencyId: string, id: string): string => `take_back|person_sealed|${id}|${agencyId}`

/**
 * Asks every destination that got these leads to forget the person, in the transaction of the wish; what still waits is not
 * sent any more. Safe to repeat: a lead and a destination have one receipt.
 */
export async function askTakeBack(
  tx: Tx,
  platform: Pick<Platform, 'secrets' | 'clock'>,
  book: Book,
  leadIds: readonly string[],
): Promise<void> {
  const now_ms = platform.clock.now()
  await tx.query(
    `update delivery set status = 'dead', next_attempt_at = null, leased_until = null, last_error_code = 'lead_missing'
     where agency_id = $1 and lead_id = any($2) and status = 'waiting'`,
    [book.agencyId, leadIds],
  )
  const { rows } = await tx.query<Copy>(copies, [book.agencyId, leadIds])
  for (const row of rows) {
    const id = newId(now_ms)
    await tx.query(
      `insert into take_back (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, person_sealed,
                              status, next_attempt_at, asked_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, $9)
       on conflict (agency_id, lead_id, destination_id) do nothing`,
      [
        book.agencyId,
        id,
        book.rootId,
        row.client_id,
        row.campaign_id,
        row.lead_id,
        row.destination_id,
        platform.secrets.seal(JSON.stringify({ email: row.email ?? '' }), contextOf(book.agencyId, id)),
        dateOf(now_ms),
      ],
    )
  }
  if (rows.length > 0) await addJob(tx, takeBackJobName, { rootId: book.rootId })
}

export const takeBackJobName = 'take-back-leads'
