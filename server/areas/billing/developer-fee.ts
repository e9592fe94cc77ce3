import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockAgency, type Agency } from './agency-of.ts'
import { askCollection } from './ask-collection.ts'
import { bookCost } from './book-cost.ts'

/**
 * Makes the one-time fee of the developer API due, in the transaction in which the agreement is accepted that names it
 * (R123): charge and ledger under the acceptance's id, so that one acceptance is charged once.
 */
export async function bookDeveloperFee(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  { rootId, agencyId }: Agency,
  acceptanceId: string,
  fee_cents: number,
): Promise<void> {
  // Nobody removes the agency while it is charged.
  await lockAgency(tx, { rootId, agencyId })
  const now_ms = clock.now()
  await tx.query(
    `insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
     values ($1, $2, $3, 'developer', 'due', $4, $5)`,
    [agencyId, acceptanceId, rootId, fee_cents, dateOf(now_ms)],
  )
  await askCollection(tx, { rootId, agencyId }, acceptanceId)
  await bookCost(tx, { rootId, agencyId }, now_ms, { id: acceptanceId, kind: 'developer_fee', amount_cents: fee_cents })
}
