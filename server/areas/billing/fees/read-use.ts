import type { Module } from '#contract/campaigns/modules.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { startOfDate_ms } from '#server/platform/local-dates.ts'

export interface FeePayer {
  rootId: string
  agencyId: string
  clientId: string
  /** The agency's time zone. */
  zone: string
}

/**
 * A client's use of a module: since when it has a campaign, and whether one is running now. A removed client uses nothing since
 * the day of its removal.
 */
export interface Use {
  module: Module
  since: string
  /** Exclusive; null while the client exists. */
  until: string | null
  runs: boolean
}

export async function readUses(tx: Tx, { agencyId, clientId, zone }: FeePayer): Promise<Use[]> {
  const { rows } = await tx.query<Use>(
    `select module, min(greatest(start_date, (c.created_at at time zone $3)::date))::text as since,
       (client.removed_at at time zone $3)::date::text as until, bool_or(c.status = 'active' and c.removed_at is null) as runs
       from campaign c join company client on client.id = $2
      where c.agency_id = $1 and c.client_id = $2 group by module, client.removed_at order by module`,
    [agencyId, clientId, zone],
  )
  return rows
}

/** The amount of a module's leads. */
export interface LeadSum {
  module: Module
  retail_e4: number
  wholesale_e4: number
}

/**
 * The booked and not credited leads of a client in a range of local days, by module. Modules without leads are left out. What the operator has
 * not given back still counts in the agency's leg.
 */
export async function sumLeads(
  tx: Tx,
  { agencyId, clientId, zone }: FeePayer,
  days: { from: string; until: string },
): Promise<LeadSum[]> {
  const { rows } = await tx.query<LeadSum>(
    `select campaign.module, coalesce(sum(lead.retail_price_e4) filter (where k.id is null), 0)::bigint as retail_e4,
            sum(lead.wholesale_price_e4)::bigint as wholesale_e4
       from lead join campaign on campaign.agency_id = lead.agency_id and campaign.id = lead.campaign_id
       left join lead_credit k on k.agency_id = lead.agency_id and k.lead_id = lead.id and k.reversed_at is null
      where lead.agency_id = $1 and lead.client_id = $2 and lead.kind = 'lead' and lead.created_at >= $3 and lead.created_at < $4
        and (k.id is null or k.wholesale_held)
      group by campaign.module`,
    [agencyId, clientId, dateOf(startOfDate_ms(days.from, zone)), dateOf(startOfDate_ms(days.until, zone))],
  )
  return rows
}
