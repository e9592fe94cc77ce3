import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { joinDelivery } from '../deliveries/delivery-id.ts'

/** A person has few leads, each with one delivery per campaign that uses the account, looked up by id. */
const others = `
    from lead other
    join destination on destination.agency_id = $1 and destination.campaign_id = other.campaign_id
                    and destination.connection_id = $3
    ${joinDelivery('$1', 'other')}
    where other.agency_id = $1 and other.client_id = own.client_id and other.email_key = own.email_key`

const samePerson = `
  select own.id, newer.agency_id is not null as "isOvertaken", ahead.leased_until as "aheadUntil", ahead.id as "aheadId"
  from lead own
  left join lateral (
    select delivery.agency_id ${others}
      and other.id > own.id and delivery.status = 'delivered' and delivery.taken_back_at is null
    limit 1) as newer on true
  left join lateral (
    select delivery.id, delivery.leased_until ${others}
      and other.id <> own.id and destination.id <> $4 and delivery.leased_until > $5
    order by delivery.leased_until, delivery.id limit 1) as ahead on true
  where own.agency_id = $1 and own.id = any($2::uuid[]) and own.email_key <> ''`

interface Row {
  id: string
  isOvertaken: boolean
  aheadUntil: Date | null
  aheadId: string | null
}

interface Sent {
  leadId: string
  deliveryId: string
  leasedUntil: Date
}

export interface SamePerson {
  /** Leads whose person has a newer lead delivered to the account. */
  overtaken: ReadonlySet<string>
  /** Leads whose person is being sent there right now by another campaign that claimed first. */
  behind: ReadonlySet<string>
}

/**
 * What else the account holds, or is being sent, for the people of some leads, from any campaign of the client. If two
 * deliveries are claimed, the one claimed first is sent and the other one waits: it sees the first one's lease, which
 * is older than its own.
 */
export async function readSamePerson(
  platform: Platform,
  destination: { rootId: string; agencyId: string; destinationId: string; connectionId: string },
  deliveries: readonly Sent[],
): Promise<SamePerson> {
  const { rootId, agencyId, destinationId, connectionId } = destination
  const ids = deliveries.map(({ leadId }) => leadId)
  const now = dateOf(platform.clock.now())
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    (tx) => tx.query<Row>(samePerson, [agencyId, ids, connectionId, destinationId, now]),
    { readOnly: true },
  )
  const byLead = new Map(deliveries.map((one) => [one.leadId, one]))
  const isBehind = ({ id, aheadUntil, aheadId }: Row): boolean => {
    if (aheadUntil === null || aheadId === null) return false
    const { leasedUntil, deliveryId } = byLead.get(id)!
    const later_ms = leasedUntil.getTime() - aheadUntil.getTime()
    return later_ms > 0 || (later_ms === 0 && deliveryId > aheadId)
  }
  return {
    overtaken: new Set(rows.filter(({ isOvertaken }) => isOvertaken).map(({ id }) => id)),
    behind: new Set(rows.filter(isBehind).map(({ id }) => id)),
  }
}
