import type { Tx } from '#server/platform/database/tx.ts'
import type { CollectionRequest } from './queue-collection.ts'

/** A charge waiting to be collected, with its paging position. */
export interface Uncollected extends CollectionRequest {
  createdAt: Date
}

/**
 * Due charges whose payer has a card: left behind by a crash or outage, or waiting for something that is now
 * available. One page, after the last row of the previous one.
 */
export async function findUncollected(
  tx: Tx,
  rootId: string,
  { after, limit }: { after: Uncollected | undefined; limit: number },
): Promise<Uncollected[]> {
  const { rows } = await tx.query<Uncollected>(
    `select charge.root_id as "rootId", charge.agency_id as "agencyId", charge.id as "chargeId",
            charge.created_at as "createdAt"
       from charge
       join payment_card card on card.company_id = coalesce(charge.client_id, charge.agency_id)
       join company agency on agency.id = charge.agency_id
       join company payer on payer.id = card.company_id and payer.removed_at is null
      where charge.root_id = $1 and charge.status = 'due'
        and (charge.client_id is null or (agency.account_connected = 'completed' and not agency.manual_bill))
        and ($2::timestamptz is null or (charge.created_at, charge.id) > ($2, $3))
      order by charge.created_at, charge.id limit $4`,
    [rootId, after?.createdAt ?? null, after?.chargeId ?? null, limit],
  )
  return rows
}
