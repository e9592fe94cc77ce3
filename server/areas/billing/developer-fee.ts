import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockAgency, type Agency } from './agency-of.ts'
import { queueCollection } from './queue-collection.ts'
import { bookCost } from './book-cost.ts'

/**
 * Charges the one-time fee of the developer API, in the transaction that accepts the agreement containing it
 * (R123). Charge and transfers use the acceptance's id, so that it is charged once.
 */
export async function bookDeveloperFee(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  { rootId, agencyId }: Agency,
  acceptanceId: string,
  fee_cents: number,
): Promise<void> {
  // Locked, so that the agency isn't removed while it is charged. The session may not know yet that developer mode was turned off.
  const { api_mode } = await lockAgency(tx, { rootId, agencyId })
  if (!api_mode) return
  const now_ms = clock.now()
  await tx.query(
    `insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
     values ($1, $2, $3, 'developer', 'due', $4, $5)`,
    [agencyId, acceptanceId, rootId, fee_cents, dateOf(now_ms)],
  )
  await queueCollection(tx, { rootId, agencyId }, acceptanceId)
  await bookCost(tx, { rootId, agencyId }, now_ms, { id: acceptanceId, kind: 'developer_fee', amount_cents: fee_cents })
}
