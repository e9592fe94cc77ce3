import { forgetDeclines } from '#server/areas/prepaid/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJobs } from '#server/platform/jobs.ts'
import type { Agency } from './agency-of.ts'
import { lockCharge, moveCharge } from './charge-states.ts'

/** What the job that collects a charge is given (`payments`). */
export interface CollectionWish {
  rootId: string
  agencyId: string
  chargeId: string
}
export const collectionJobName = 'collect-charge'

/** Has a charge collected once the caller's transaction has committed. Charges of one agency are collected one by one. */
export const askCollection = (tx: Tx, agency: Agency, chargeId: string): Promise<unknown> =>
  askCollections(tx, agency, [chargeId])

/** The same of several, in their order. */
export const askCollections = (tx: Tx, { rootId, agencyId }: Agency, chargeIds: readonly string[]): Promise<unknown> =>
  addJobs(
    tx,
    collectionJobName,
    chargeIds.map((chargeId) => ({ rootId, agencyId, chargeId }) satisfies CollectionWish),
    { queue: `collect ${agencyId}` },
  )

/**
 * With another card a company is asked anew for all that was refused but top-ups, and for what waited for a card. What is before a gateway is
 * locked too: a refusal that comes at this moment either is seen here, or sees the other card. Balances after charges, as payments
 * lock them.
 */
export async function collectAgain(tx: Tx, now_ms: number, agency: Agency, clientId: string | null): Promise<void> {
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
    if (charge?.status === 'due') await askCollection(tx, agency, id)
  }
  await forgetDeclines(tx, agency.agencyId, clientId)
}
