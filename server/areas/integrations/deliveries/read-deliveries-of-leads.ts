import type { DeliveryRow } from '#contract/integrations/deliveries.ts'
import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lowestUuidAt, timeOfId } from '#server/platform/ids.ts'
import { deliveriesOf, present, type Row } from './list-deliveries.ts'

/** Deliveries of a few leads, newest first. A lead's deliveries share its timestamp in their ids. */
export async function readDeliveriesOfLeads(
  tx: Tx,
  agencyId: string,
  leadIds: readonly string[],
  { limit, now_ms }: { limit: number; now_ms: number },
): Promise<DeliveryRow[]> {
  const ofLeads = `
    select delivery.* from unnest($3::uuid[], $4::uuid[], $5::uuid[]) as wanted (lead_id, from_id, to_id)
     cross join lateral (
       select * from delivery
        where agency_id = $1 and id >= wanted.from_id and id < wanted.to_id and lead_id = wanted.lead_id
        order by id desc limit $6) as delivery
     order by delivery.id desc limit $6`
  const { rows } = await tx.query<Row>(deliveriesOf(ofLeads), [
    agencyId,
    dateOf(now_ms),
    plainArray(leadIds),
    plainArray(leadIds.map((id) => lowestUuidAt(timeOfId(id)))),
    plainArray(leadIds.map((id) => lowestUuidAt(timeOfId(id) + 1))),
    limit,
  ])
  return rows.map(present)
}
