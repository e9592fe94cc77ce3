import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { joinDelivery } from '../deliveries/delivery-id.ts'

/** Leads of one person are few, and each has one delivery for each campaign that uses the account, found by its id. */
const overtaken = `
  select own.id
  from lead own
  cross join lateral (
    select later.agency_id
    from lead later
    join destination on destination.agency_id = $1 and destination.campaign_id = later.campaign_id
                    and destination.connection_id = $3
    ${joinDelivery('$1', 'later')}
    where later.agency_id = $1 and later.client_id = own.client_id and later.email_key = own.email_key
      and later.id > own.id and delivery.status = 'delivered' and delivery.taken_back_at is null
    limit 1) as newer
  where own.agency_id = $1 and own.id = any($2::uuid[]) and own.email_key <> ''`

/** Of some leads those whose person has a later one at the same account, from whichever of the client's campaigns it came. */
export async function readOvertaken(
  platform: Platform,
  { rootId, agencyId, connectionId }: { rootId: string; agencyId: string; connectionId: string },
  leadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    (tx) => tx.query<{ id: string }>(overtaken, [agencyId, leadIds, connectionId]),
    { readOnly: true },
  )
  return new Set(rows.map(({ id }) => id))
}
