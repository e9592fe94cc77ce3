import type { Campaign } from './campaign.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { thankYouPageOf } from './site/thank-you-page.ts'
import { hostsOf } from './site/hosts-of.ts'
import { excludedAddressesOf, findsCompanies, moduleOf, moreSitesOf } from './modules/registry.ts'

/** The columns of a `Campaign`; needs the joins `client` (its company), `made` (its stored count), `hold` and `apart`. */
export const campaignColumns = `
  campaign.root_id as "rootId", campaign.agency_id as "agencyId", campaign.client_id as "clientId",
  client.name as "clientName", client.company_group_id as "groupId", campaign.id, campaign.module, campaign.name, campaign.status,
  campaign.pixel_key as "pixelKey", campaign.site_url as "siteUrl", campaign.site_hosts as "siteHosts",
  campaign.thank_you_url as "thankYouUrl", campaign.gtm_installed as "gtmInstalled", campaign.time_zone as "timeZone",
  campaign.start_date as "startDate", campaign.end_date as "endDate",
  campaign.active_hours as "activeHours", campaign.spreads_evenly as "spreadsEvenly",
  campaign.month_cap_cents as "monthCap_cents", campaign.alert_shares as "alertShares", campaign.alert_cents,
  campaign.alert_payer as "alertsPayer",
  campaign.national_targeting as "nationalTargeting", campaign.states, campaign.zips,
  campaign.require_email as "requireEmail", campaign.require_phone as "requirePhone",
  campaign.require_address as "requireAddress", campaign.reidentification,
  campaign.reidentification_across_client as "reidentificationAcrossClient",
  campaign.include_audiences as "includeAudiences", campaign.exclude_audiences as "excludeAudiences",
  campaign.module_settings as "moduleSettings", campaign.limit_leads as "limitLeads", campaign.limit_period as "limitPeriod",
  campaign.retail_price_e4 as "retailPrice_e4", campaign.wholesale_price_e4 as "wholesalePrice_e4",
  campaign.follows_retail_cost as "followsCost",
  campaign.marketing_organization_id as "organizationId", campaign.marketing_campaign_id as "externalCampaignId",
  campaign.report_recipients as "reportRecipients", campaign.report_every as "reportEvery",
  campaign.answers, campaign.phone_hidden_at is not null as "hidesPhone",
  campaign.notify_users as "notifyUserIds", campaign.notify_at_leads as "notifyAtLeads",
  campaign.has_minimum as "hasMinimum", campaign.minimum_leads as "minimumLeads",
  campaign.last_hit_at as "lastHitAt",
  campaign.site_checked_at as "siteCheckedAt", campaign.site_check_result as "siteCheckResult",
  campaign.created_at as "createdAt", campaign.updated_at as "updatedAt", coalesce(made.leads, 0) as leads,
  hold.held_at as "heldAt", hold.leads as "heldLeads", hold.within as "heldWithin",
  apart.held_at as "apartSince"`

export const campaignJoins = `
  join company client on client.id = campaign.client_id
  left join lead_count made on made.agency_id = campaign.agency_id and made.of_id = campaign.id
    and made.grain = 'ever' and made.start_at = 'epoch'
  left join lead_hold hold on hold.agency_id = campaign.agency_id and hold.campaign_id = campaign.id
    and hold.released_at is null
  left join apart_hold apart on apart.agency_id = campaign.agency_id and apart.campaign_id = campaign.id
    and apart.released_at is null`

/** A campaign that isn't removed, if it is in scope. */
export async function readCampaign(tx: Tx, agencyId: string, id: string): Promise<Campaign | null> {
  const { rows } = await tx.prepared<Campaign>(
    'read-campaign',
    `select ${campaignColumns} from campaign ${campaignJoins}
      where campaign.agency_id = $1 and campaign.id = $2 and campaign.removed_at is null`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

/** The same, locked until the transaction ends. */
export async function lockCampaign(tx: Tx, agencyId: string, id: string): Promise<Campaign | null> {
  const { rowCount } = await tx.query(
    'select 1 from campaign where agency_id = $1 and id = $2 and removed_at is null for update',
    [agencyId, id],
  )
  return rowCount ? readCampaign(tx, agencyId, id) : null
}

/** Updates the public rows of a campaign's pixels, one per site: the collector reads nothing else. */
export async function savePixel(tx: Tx, campaign: Campaign, now: Date, active: boolean): Promise<void> {
  const pixels = [
    { key: campaign.pixelKey, hosts: campaign.siteHosts },
    ...moreSitesOf(campaign.module, campaign.moduleSettings).map(({ url, key }) => ({ key, hosts: hostsOf(url) })),
  ]
  for (const pixel of pixels) await saveOne(tx, campaign, pixel, now, active)
  await tx.query('delete from pixel where agency_id = $1 and campaign_id = $2 and key <> all($3::text[])', [
    campaign.agencyId,
    campaign.id,
    pixels.map(({ key }) => key),
  ])
}

async function saveOne(
  tx: Tx,
  campaign: Campaign,
  { key, hosts }: { key: string; hosts: readonly string[] },
  now: Date,
  active: boolean,
): Promise<void> {
  await tx.query(
    `insert into pixel (key, root_id, agency_id, client_id, campaign_id, site_hosts, active, updated_at, finds_companies,
       thank_you_page, excluded_addresses, country_rules)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
       (select nullif(country_rules, '{}') from brand where company_id = $3))
     on conflict (key) do update set
       site_hosts = $6, active = $7, updated_at = $8, finds_companies = $9, thank_you_page = $10,
       excluded_addresses = $11, country_rules = excluded.country_rules`,
    [
      key,
      campaign.rootId,
      campaign.agencyId,
      campaign.clientId,
      campaign.id,
      hosts,
      // Only campaigns whose events are visits accept hits.
      active && moduleOf(campaign.module).events.source === 'visits',
      now,
      findsCompanies(campaign.module, campaign.moduleSettings),
      thankYouPageOf(campaign.thankYouUrl),
      excludedAddressesOf(campaign.module, campaign.moduleSettings),
    ],
  )
}

/** Brings an agency's rules for countries to its pixels: collectors read nothing else. */
export const copyCountryRules = (tx: Tx, agencyId: string, now: Date): Promise<unknown> =>
  tx.query(
    `update pixel set updated_at = $2, country_rules = (select nullif(country_rules, '{}') from brand where company_id = $1)
      where agency_id = $1`,
    [agencyId, now],
  )

/** Adds to the client's stored counts; an agency's counts are the sum of its clients'. */
export async function countCampaigns(
  tx: Tx,
  clientId: string,
  by: { campaigns?: number; active?: number },
): Promise<void> {
  await tx.query(
    `update company_count set campaigns = campaigns + $2, active_campaigns = active_campaigns + $3 where company_id = $1`,
    [clientId, by.campaigns ?? 0, by.active ?? 0],
  )
}
