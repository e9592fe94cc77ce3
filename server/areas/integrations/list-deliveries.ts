import type { Cause } from '#contract/integrations/causes.ts'
import type {
  DeliveryAttempt,
  DeliveryDetail,
  DeliveryRow,
  listDeliveries as listOperation,
} from '#contract/integrations/deliveries.ts'
import { audienceOf, refuseUnknownClient } from '#server/areas/tenants/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/call.ts'

interface Row {
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
  status: DeliveryRow['status']
  sending: boolean
  attempts: number
  next_attempt_at: Date | null
  last_error_code: Cause | null
  created_at: Date
  delivered_at: Date | null
}

/** Chosen rows of `delivery` with what they name; $1 is the agency, $2 the time. */
const selectFrom = (chosen: string): string => `
  select chosen.id, chosen.client_id, chosen.campaign_id, campaign.name as campaign_name, chosen.lead_id,
         lead.first_name || ' ' || lead.last_name as lead_name, chosen.destination_id, destination.kind, destination.url,
         destination.recipients, chosen.status, coalesce(chosen.leased_until > $2, false) as sending, chosen.attempts,
         chosen.next_attempt_at, chosen.last_error_code, chosen.created_at, chosen.delivered_at
  from (${chosen}) as chosen
  join destination on destination.agency_id = chosen.agency_id and destination.id = chosen.destination_id
  join campaign on campaign.agency_id = chosen.agency_id and campaign.id = chosen.campaign_id
  left join lead on lead.agency_id = chosen.agency_id and lead.id = chosen.lead_id
  order by chosen.id desc`

const isChosen = (value: string): boolean => value !== '' && value !== 'all'

/** One more row than asked for tells whether there is a further page. The id of the last row shown is where it begins. */
export const listDeliveries: Handler<typeof listOperation> = async ({ params, query }, call) => {
  const audience = audienceOf(call.object!, params.clientID)
  const values: unknown[] = [audience.agencyId, dateOf(call.platform.clock.now()), query.PerPage + 1]
  const conditions = ['agency_id = $1']
  const narrow = (column: string, comparison: string, value: string): void => {
    values.push(value)
    conditions.push(`${column} ${comparison} $${values.length}`)
  }
  if (audience.clientId !== null) narrow('client_id', '=', audience.clientId)
  if (isChosen(query.campaign)) narrow('campaign_id', '=', query.campaign)
  if (isChosen(query.lead)) narrow('lead_id', '=', query.lead)
  // Spelt out, since the index of dead letters is chosen by the text of the statement.
  if (isChosen(query.status)) conditions.push(`status = '${query.status}'`)
  if (query.before !== undefined) narrow('id', '<', query.before)
  const page = `select * from delivery where ${conditions.join(' and ')} order by id desc limit $3`
  const rows = await call.inScope(async (tx) => {
    const found = await tx.query<Row>(selectFrom(page), values)
    if (found.rows.length === 0) await refuseUnknownClient(tx, audience)
    return found.rows
  })
  const shown = rows.slice(0, query.PerPage)
  return { data: shown.map(present), next: rows.length > shown.length ? shown.at(-1)!.id : null }
}

/** Reads one delivery with its tries. Throws `not_found`. */
export async function readDelivery(tx: Tx, agencyId: string, id: string, now_ms: number): Promise<DeliveryDetail> {
  const one = 'select * from delivery where agency_id = $1 and id = $3'
  const found = await tx.query<Row>(selectFrom(one), [agencyId, dateOf(now_ms), id])
  if (!found.rows[0]) throw notFound()
  return { ...present(found.rows[0]), tries: await readTries(tx, agencyId, id) }
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

const present = (row: Row): DeliveryRow => ({
  id: row.id,
  company_id: row.client_id,
  leadspeek_api_id: row.campaign_id,
  campaignName: row.campaign_name,
  lead_id: row.lead_id,
  lead_name: row.lead_name ?? '',
  destination_id: row.destination_id,
  kind: row.kind,
  target: row.url ?? row.recipients.join(', '),
  status: row.status,
  sending: row.sending,
  attempts: row.attempts,
  next_attempt_at: row.sending ? null : (row.next_attempt_at?.toISOString() ?? null),
  cause: row.last_error_code,
  created_at: row.created_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
})
