import { conditionFields } from '#contract/integrations/conditions.ts'
import { leadTexts } from '#contract/leads/lead-texts.ts'
import { dateOf } from '#server/platform/clock.ts'
import { binaryUuids } from '#server/platform/database/binary-arrays.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt, startOfDate_ms } from '#server/platform/local-dates.ts'
import type { Book, LeadToDeliver } from './book.ts'
import { chooseDestinations, type RoutedDestination, type RoutedLead } from './choose-destinations.ts'
import { joinDelivery } from './delivery-id.ts'

/** The pairs of leads and destinations that are sent, among destinations that do not get every lead. */
export interface Routes {
  /** These destinations get only what is listed. */
  routed: string[]
  leadIds: string[]
  destinationIds: string[]
  /** When a lead is sent that is beyond its day's cap; null for at once. */
  dueAt: (Date | null)[]
}

type Stored = Omit<RoutedDestination, 'today'> & { digest_zone: string }

const columns = `id, campaign_id, conditions, share, daily_cap, cap_day::text as cap_day, cap_used, digest_zone,
  status = 'disabled' as is_off`
const isRouted = `(conditions <> '[]' or share is not null or daily_cap is not null)`

/**
 * Routes new leads, in the transaction that creates them; null if every destination of their campaigns gets every lead. The delivery
 * that follows is the record: leads that have one at a routed destination are not routed again, and retries go where it says.
 */
export async function routeLeads(
  tx: Tx,
  { agencyId }: Book,
  now_ms: number,
  leads: readonly LeadToDeliver[],
): Promise<Routes | null> {
  const campaignIds = binaryUuids([...new Set(leads.map(({ campaignId }) => campaignId))])
  const routedRows = await readRouted(tx, agencyId, campaignIds, '')
  if (routedRows.length === 0) return null
  // Caps are counted one batch after the other, always in the same order.
  const rows = routedRows.some(({ daily_cap }) => daily_cap !== null)
    ? await readRouted(tx, agencyId, campaignIds, 'for update')
    : routedRows
  const zones = new Map(rows.map(({ id, digest_zone }) => [id, digest_zone]))
  const destinations = rows.map((one): RoutedDestination => ({ ...one, today: localDateAt(now_ms, one.digest_zone) }))
  const assignments = chooseDestinations(await readLeads(tx, agencyId, leads), destinations)
  await saveCapUses(tx, agencyId, destinations)
  return {
    routed: rows.map(({ id }) => id),
    leadIds: assignments.map(({ leadId }) => leadId),
    destinationIds: assignments.map(({ destinationId }) => destinationId),
    dueAt: assignments.map(({ destinationId, day }) =>
      day === null ? null : dateOf(startOfDate_ms(day, zones.get(destinationId)!)),
    ),
  }
}

async function readRouted(tx: Tx, agencyId: string, campaignIds: unknown, lock: '' | 'for update'): Promise<Stored[]> {
  const { rows } = await tx.query<Stored>(
    `select ${columns} from destination
      where agency_id = $1 and campaign_id = any($2::uuid[]) and removed_at is null and ${isRouted} order by id ${lock}`,
    [agencyId, campaignIds],
  )
  return rows
}

const leadColumns = conditionFields
  .map((field) =>
    field in leadTexts ? `lead.${leadTexts[field as keyof typeof leadTexts].column} as ${field}` : `lead.${field}`,
  )
  .join(', ')

/** The newest lead of a destination's campaign, to try conditions on; null if there is none. */
export async function readNewestForRouting(
  tx: Tx,
  { agencyId }: Book,
  destinationId: string,
): Promise<RoutedLead | null> {
  const { rows } = await tx.query<RoutedLead>(
    `select lead.id, lead.campaign_id, ${leadColumns}
       from destination join lead on lead.agency_id = $1 and lead.campaign_id = destination.campaign_id and lead.kind = 'lead'
      where destination.agency_id = $1 and destination.id = $2 order by lead.id desc limit 1`,
    [agencyId, destinationId],
  )
  return rows[0] ?? null
}

/** In the order of their ids, without those that were routed before. */
async function readLeads(tx: Tx, agencyId: string, leads: readonly LeadToDeliver[]): Promise<RoutedLead[]> {
  const ids = binaryUuids(leads.map(({ leadId }) => leadId))
  const { rows } = await tx.query<RoutedLead>(
    `select lead.id, lead.campaign_id, ${leadColumns} from lead where agency_id = $1 and id = any($2::uuid[]) order by id`,
    [agencyId, ids],
  )
  const before = await tx.query<{ id: string }>(
    `select distinct lead.id from lead
       join destination on destination.agency_id = $1 and destination.campaign_id = lead.campaign_id and ${isRouted}
       ${joinDelivery('$1', 'lead')}
      where lead.agency_id = $1 and lead.id = any($2::uuid[])`,
    [agencyId, ids],
  )
  const routedBefore = new Set(before.rows.map(({ id }) => id))
  return rows.filter(({ id }) => !routedBefore.has(id))
}

async function saveCapUses(tx: Tx, agencyId: string, destinations: readonly RoutedDestination[]): Promise<void> {
  const withCap = destinations.filter(({ daily_cap, cap_day }) => daily_cap !== null && cap_day !== null)
  if (withCap.length === 0) return
  await tx.query(
    `update destination set cap_day = used.cap_day, cap_used = used.cap_used
       from unnest($2::uuid[], $3::date[], $4::integer[]) as used (id, cap_day, cap_used)
      where destination.agency_id = $1 and destination.id = used.id`,
    [
      agencyId,
      withCap.map(({ id }) => id),
      withCap.map(({ cap_day }) => cap_day),
      withCap.map(({ cap_used }) => cap_used),
    ],
  )
}
