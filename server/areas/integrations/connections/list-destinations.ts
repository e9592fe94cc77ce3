import type { Cause } from '#contract/integrations/causes.ts'
import { maxDeliveriesCounted, maxMissedCounted, type DestinationRow } from '#contract/integrations/destinations.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { mayBeResent } from '../deliveries/resend.ts'
import { missedCauses } from '../deliveries/send-missed.ts'

interface Row {
  id: string
  kind: DestinationRow['kind']
  campaign_id: string
  url: string | null
  recipients: string[]
  connection_id: string | null
  account: string | null
  account_of: string | null
  details: DestinationRow['details']
  status: DestinationRow['status']
  last_error_code: Cause | null
  failing_since: Date | null
  paused_at: Date | null
  waiting: number
  failed: number
  missed: number
  conditions: DestinationRow['conditions']
  share: number | null
  daily_cap: number | null
  has_callback: boolean
  created_at: Date
}

const select = `
  select destination.id, kind, campaign_id, url, recipients, connection_id, used.account, used.client_id as account_of,
         destination.details, status, last_error_code, failing_since,
         paused_at, waiting.count as waiting, failed.count as failed, missed.count as missed, conditions, share,
         daily_cap, callback_sealed is not null as has_callback, created_at
  from destination
  left join lateral (
    select account, client_id from connection
    where agency_id = destination.agency_id and id = destination.connection_id limit 1) as used on true
  cross join lateral (
    select count(*) as count from (
      select from delivery
      where root_id = destination.root_id and agency_id = destination.agency_id
        and destination_id = destination.id and status = 'waiting'
      limit ${maxDeliveriesCounted}) as counted) as waiting
  cross join lateral (
    select count(*) as count from (
      select from delivery
      where agency_id = destination.agency_id and destination_id = destination.id and status = 'dead' and ${mayBeResent}
      limit ${maxDeliveriesCounted}) as counted) as failed
  cross join lateral (
    select count(*) as count from (
      select from delivery
      where agency_id = destination.agency_id and destination_id = destination.id and status = 'dead'
        and last_error_code in ${missedCauses} and taken_back_at is null
      limit ${maxMissedCounted}) as counted) as missed
  where removed_at is null and destination.agency_id = $1`

/** A campaign's destinations by kind, then oldest first. */
export async function listDestinations(tx: Tx, agencyId: string, campaignId: string): Promise<DestinationRow[]> {
  const { rows } = await tx.query<Row>(`${select} and campaign_id = $2 order by kind, destination.id`, [
    agencyId,
    campaignId,
  ])
  return rows.map(present)
}

/** One destination, or null if it doesn't exist or was removed. */
export async function readDestination(tx: Tx, agencyId: string, id: string): Promise<DestinationRow | null> {
  const { rows } = await tx.query<Row>(`${select} and destination.id = $2`, [agencyId, id])
  return rows[0] ? present(rows[0]) : null
}

/** The signing secret is not selected, so it can't be exposed by mistake. */
const present = (row: Row): DestinationRow => ({
  id: row.id,
  kind: row.kind,
  campaignId: row.campaign_id,
  url: row.url,
  recipients: row.recipients,
  account: row.connection_id === null ? null : (row.account ?? ''),
  // A client can't see its agency's account, so a hidden account is the agency's.
  integration_id: row.kind === 'custom' ? row.connection_id : null,
  owner: row.connection_id === null ? null : row.account_of === null ? 'agency' : 'client',
  details: row.details,
  status: row.status,
  cause: row.last_error_code,
  failing_since: row.failing_since?.toISOString() ?? null,
  paused_at: row.paused_at?.toISOString() ?? null,
  waiting: row.waiting,
  failed: row.failed,
  missed: row.missed,
  conditions: row.conditions,
  share: row.share,
  daily_cap: row.daily_cap,
  has_callback: row.has_callback,
  created_at: row.created_at.toISOString(),
})
