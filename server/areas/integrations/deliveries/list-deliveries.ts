import type { Cause } from '#contract/integrations/causes.ts'
import {
  deliveryStatuses,
  type DeliveryAttempt,
  type DeliveryDetail,
  type DeliveryRow,
  type listDeliveries as listOperation,
} from '#contract/integrations/deliveries.ts'
import type { QueryOf } from '#contract/core/operation.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { listScopeOf, clientsOfGroup, assertKnownClient, type ListScope } from '#server/areas/tenants/list-scope.ts'
import { dateOf } from '#server/platform/clock.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'
import { lowestUuidAt, timeOfId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface PageQuery extends Pick<QueryOf<typeof listOperation>, 'before' | 'status' | 'campaign' | 'lead'> {
  perPage: number
  start?: string
  end?: string
}

export interface Row {
  id: string
  client_id: string
  campaign_id: string
  campaign_name: string
  lead_id: string
  lead_name: string | null
  destination_id: string
  kind: DeliveryRow['kind']
  url: string | null
  recipients: string[]
  account: string | null
  status: DeliveryRow['status']
  sending: boolean
  attempts: number
  next_attempt_at: Date | null
  last_error_code: Cause | null
  created_at: Date
  delivered_at: Date | null
}

/**
 * Chosen rows of `delivery` with their names; $1 is the agency, $2 the current time. The limits keep the planner from
 * joining anything before the page is chosen.
 */
export const deliveriesOf = (condition: string): string => `
  select chosen.id, chosen.client_id, chosen.campaign_id, campaign.name as campaign_name, chosen.lead_id,
         lead.name as lead_name, chosen.destination_id, destination.kind, destination.url, destination.recipients,
         used.account, chosen.status, coalesce(chosen.leased_until > $2, false) as sending, chosen.attempts,
         case when chosen.next_attempt_at is not null then greatest(chosen.next_attempt_at, destination.held_until) end as next_attempt_at,
         chosen.last_error_code, chosen.created_at, chosen.delivered_at
  from (${condition}) as chosen
  cross join lateral (
    select kind, url, recipients, connection_id, held_until from destination where agency_id = $1 and id = chosen.destination_id limit 1
  ) as destination
  left join lateral (
    select account from connection where agency_id = $1 and id = destination.connection_id limit 1) as used on true
  cross join lateral (select name from campaign where agency_id = $1 and id = chosen.campaign_id limit 1) as campaign
  left join lateral (
    select first_name || ' ' || last_name as name from lead where agency_id = $1 and id = chosen.lead_id limit 1
  ) as lead on true
  order by chosen.id desc`

/** Reads one row more than requested to see whether there is a next page. The last shown row's id is its cursor. */
export const listDeliveries: Handler<typeof listOperation> = async ({ params, query }, call) => {
  const audience = listScopeOf(call.object!, params.clientId, query.groupId)
  const { perPage } = query
  const page = choosePage(audience, { ...query, perPage }, dateOf(call.platform.clock.now()))
  const rows = await call.inScope(async (tx) => {
    const deliveries = await tx.query<Row>(deliveriesOf(page.text), page.values)
    if (deliveries.rows.length === 0) await assertKnownClient(tx, audience)
    return deliveries.rows
  })
  const shownRows = rows.slice(0, perPage)
  return { data: shownRows.map(present), next: rows.length > shownRows.length ? shownRows.at(-1)!.id : null }
}

const isChosen = (value: string | undefined): value is string => value !== undefined && value !== '' && value !== 'all'

/**
 * The rows of one page, always read from an index in id order. A lead's deliveries share its timestamp in their ids.
 * All of an agency's are in its primary key, dead ones in their own index. Otherwise it merges the newest of each
 * campaign and status, so that no page reads rows that it doesn't show.
 */
export function choosePage(audience: ListScope, query: PageQuery, now: Date): { text: string; values: unknown[] } {
  const values: unknown[] = [audience.agencyId, now, query.perPage + 1]
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const conditions = ['delivery.agency_id = $1']
  if (query.before !== undefined) conditions.push(`delivery.id < ${parameter(query.before)}`)
  // An id begins with the time at which its row was made.
  const from_ms = isChosen(query.start) ? startOfDate_ms(query.start, reportTimeZone) : null
  const to_ms = isChosen(query.end) ? endOfDate_ms(query.end, reportTimeZone) : null
  if (from_ms !== null) conditions.push(`delivery.id >= ${parameter(lowestUuidAt(from_ms))}`)
  if (to_ms !== null) conditions.push(`delivery.id < ${parameter(lowestUuidAt(to_ms))}`)
  const newest = (): string =>
    `select delivery.* from delivery where ${conditions.join(' and ')} order by id desc limit $3`

  const ofClient = audience.clientId === null ? null : parameter(audience.clientId)
  const ofCampaign = isChosen(query.campaign) ? parameter(query.campaign) : null
  const ofGroup = audience.groupId === null ? null : parameter(audience.groupId)
  const isDirect = isChosen(query.lead) || (!ofClient && !ofCampaign && !ofGroup && query.status !== 'waiting')
  if (isDirect) {
    if (isChosen(query.status)) conditions.push(`status = '${query.status}'`)
    if (ofClient) conditions.push(`client_id = ${ofClient}`)
    if (ofCampaign) conditions.push(`campaign_id = ${ofCampaign}`)
    if (ofGroup) conditions.push(`client_id in ${clientsOfGroup(ofGroup)}`)
    if (isChosen(query.lead)) {
      const at_ms = timeOfId(query.lead)
      conditions.push(
        `delivery.id >= ${parameter(lowestUuidAt(at_ms))} and delivery.id < ${parameter(lowestUuidAt(at_ms + 1))}`,
      )
      conditions.push(`lead_id = ${parameter(query.lead)}`)
    }
    return { text: newest(), values }
  }
  const campaigns = ['campaign.agency_id = $1']
  if (ofClient) campaigns.push(`campaign.client_id = ${ofClient}`)
  if (ofGroup) campaigns.push(`campaign.client_id in ${clientsOfGroup(ofGroup)}`)
  if (ofCampaign) campaigns.push(`campaign.id = ${ofCampaign}`)
  const statuses = parameter(isChosen(query.status) ? [query.status] : deliveryStatuses)
  conditions.push('campaign_id = campaign.id and status = wanted.status')
  const text = `select newest.* from campaign cross join unnest(${statuses}::text[]) as wanted (status)
    cross join lateral (${newest()}) as newest
    where ${campaigns.join(' and ')} order by newest.id desc limit $3`
  return { text, values }
}

/** Reads one delivery with its attempts. Throws `not_found`. */
export async function readDelivery(tx: Tx, agencyId: string, id: string, now_ms: number): Promise<DeliveryDetail> {
  const one = 'select * from delivery where agency_id = $1 and id = $3'
  const deliveries = await tx.query<Row>(deliveriesOf(one), [agencyId, dateOf(now_ms), id])
  if (!deliveries.rows[0]) throw notFound()
  return { ...present(deliveries.rows[0]), tries: await readTries(tx, agencyId, id) }
}

interface TryRow {
  id: string
  at: Date
  outcome: DeliveryAttempt['outcome']
  error_code: Cause | null
  http_status: number | null
  duration_ms: number
}

async function readTries(tx: Tx, agencyId: string, deliveryId: string): Promise<DeliveryAttempt[]> {
  const { rows } = await tx.query<TryRow>(
    `select id, at, outcome, error_code, http_status, duration_ms from delivery_attempt
     where agency_id = $1 and delivery_id = $2 order by at desc, id desc limit 100`,
    [agencyId, deliveryId],
  )
  return rows.map(({ at, error_code, ...row }) => ({ ...row, at: at.toISOString(), cause: error_code }))
}

export const present = (row: Row): DeliveryRow => ({
  id: row.id,
  company_id: row.client_id,
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  lead_id: row.lead_id,
  lead_name: row.lead_name ?? '',
  destination_id: row.destination_id,
  kind: row.kind,
  target: row.url ?? row.account ?? row.recipients.join(', '),
  status: row.status,
  sending: row.sending,
  attempts: row.attempts,
  next_attempt_at: row.sending ? null : (row.next_attempt_at?.toISOString() ?? null),
  cause: row.last_error_code,
  created_at: row.created_at.toISOString(),
})
