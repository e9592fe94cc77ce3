import type { Tx } from '#server/platform/database/tx.ts'
import type { CollectionWish } from './ask-collection.ts'

/**
 * Charges that are due and whose payer has a card: those that a crash or an outage left behind, and those that what was
 * missing has come for.
 */
export async function findUncollected(tx: Tx, rootId: string): Promise<CollectionWish[]> {
  const { rows } = await tx.query<CollectionWish>(
    `select charge.root_id as "rootId", charge.agency_id as "agencyId", charge.id as "chargeId"
       from charge
       join payment_card card on card.company_id = coalesce(charge.client_id, charge.agency_id)
       join company agency on agency.id = charge.agency_id
      where charge.root_id = $1 and charge.status = 'due'
        and (charge.client_id is null or (agency.account_connected = 'completed' and not agency.manual_bill))
      order by charge.created_at, charge.id limit 500`,
    [rootId],
  )
  return rows
}
