import { resetDeclines } from '#server/areas/prepaid/balances.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJobs } from '#server/platform/jobs.ts'
import type { Agency } from './agency-of.ts'
import { lockCharge, moveCharge } from './charge-states.ts'

/** The input of the job that collects a charge (`payments`). */
export interface CollectionRequest {
  rootId: string
  agencyId: string
  chargeId: string
}
export const collectionJobName = 'collect-charge'

/** Queues a charge for collection once the caller's transaction commits. Charges of one agency are collected one by one. */
export const queueCollection = (tx: Tx, agency: Agency, chargeId: string): Promise<unknown> =>
  queueCollections(tx, agency, [chargeId])

/** The same for several, in order. */
export const queueCollections = (
  tx: Tx,
  { rootId, agencyId }: Agency,
  chargeIds: readonly string[],
): Promise<unknown> =>
  addJobs(
    tx,
    collectionJobName,
    chargeIds.map((chargeId) => ({ rootId, agencyId, chargeId }) satisfies CollectionRequest),
    { queue: `collect ${agencyId}` },
  )

/**
 * After a new card was stored, retries all declined charges except top-ups, and those waiting for a card. Charges in progress at a
 * gateway are locked too, so that a concurrent refusal is either seen here or sees the new card. Locks balances after charges, as
 * payments do.
 */
export async function retryCollection(tx: Tx, now_ms: number, agency: Agency, clientId: string | null): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from charge
      where agency_id = $1 and client_id is not distinct from $2
        and (status in ('due', 'sent', 'unknown') or status = 'declined' and balance_id is null)
      order by id for update`,
    [agency.agencyId, clientId],
  )
  for (const { id } of rows) {
    const charge = await lockCharge(tx, agency, id)
    const isRefused = charge?.status === 'declined' && charge.balance_id === null
    if (isRefused) await moveCharge(tx, now_ms, charge, { to: 'due' })
    if (charge?.status === 'due') await queueCollection(tx, agency, id)
  }
  await resetDeclines(tx, agency.agencyId, clientId)
}
