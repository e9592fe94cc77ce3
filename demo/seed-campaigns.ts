import { indexCampaignName } from '#server/areas/campaigns/changes/index-campaign-name.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { siteUrl } from './connect-sites.ts'
import { seedSearchCampaigns } from './searches/search-campaigns.ts'
import { demoId, demoPixelKey, organizations, pathOf } from './world.ts'
import type { World } from './wide/world-size.ts'
import type { DemoCampaign } from './world-campaigns.ts'

const day_ms = 86_400_000
/** When demo data was created: before its history, and before its first invoice. */
export const madeBefore_ms = 100 * day_ms

/** Creates the demo's campaigns with pixels and report recipients, and updates the stored counts. */
export async function seedCampaigns(tx: Tx, world: World, config: Config, now_ms: number): Promise<void> {
  for (const campaign of world.campaigns) await seedCampaign(tx, config, campaign, now_ms)
  await seedSearchCampaigns(tx, world, now_ms)
  await tx.query(
    `update company_count kept set campaigns = counted.campaigns, active_campaigns = counted.active
     from (
       select company.id, count(campaign.id) as campaigns, count(campaign.id) filter (where campaign.status = 'active') as active
       from company join campaign on campaign.agency_id = company.id or campaign.client_id = company.id
       group by company.id) counted
     where counted.id = kept.company_id`,
  )
}

/** Seeds external campaigns and what feeds them. Runs after the campaigns, which are linked to them. */
export async function seedOrganizations(tx: Tx, now_ms: number): Promise<void> {
  for (const { client, name, externalId, campaigns: outside } of organizations) {
    const { rootId, agencyId, clientId } = pathOf(client)
    const organizationId = demoId(`${client} ${name}`)
    await tx.query(
      `insert into marketing_organization (agency_id, id, root_id, client_id, name, external_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [agencyId, organizationId, rootId, clientId, name, externalId, new Date(now_ms)],
    )
    for (const { name: outsideName, fedBy } of outside) {
      const id = demoId(`${client} ${name} ${outsideName}`)
      await tx.query(
        `insert into marketing_campaign (agency_id, id, root_id, client_id, organization_id, name)
         values ($1, $2, $3, $4, $5, $6)`,
        [agencyId, id, rootId, clientId, organizationId, outsideName],
      )
      if (fedBy)
        await tx.query(
          'update campaign set marketing_organization_id = $3, marketing_campaign_id = $4 where agency_id = $1 and id = $2',
          [agencyId, demoId(`${client} ${fedBy}`), organizationId, id],
        )
    }
  }
}

const limitInTotal = 10_000

async function seedCampaign(tx: Tx, config: Config, campaign: DemoCampaign, now_ms: number): Promise<void> {
  const { rootId, agencyId, clientId } = pathOf(campaign.client)
  if (!agencyId || !clientId) throw new Error(`${campaign.client} is not a client`)
  const campaignId = demoId(`${campaign.client} ${campaign.name}`)
  const key = demoPixelKey(campaign.name)
  const dateBefore = (days: number): Date => new Date(now_ms - days * day_ms)
  const at = new Date(now_ms - madeBefore_ms)
  await tx.query(
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, site_url, site_hosts, start_date, end_date,
       national_targeting, states, require_phone, require_address, reidentification, limit_leads, limit_period, retail_price_e4, wholesale_price_e4,
       report_recipients, created_at, updated_at, module_settings)
     values ($1, $2, $3, $4, $22, $5, $6, $7, $8, $9, $10::date,
       $11::date, $12, $13, $14, $15, $16, $17, $24, $18, $19, $20, $21, $21, $23)`,
    [
      agencyId,
      campaignId,
      rootId,
      clientId,
      campaign.name,
      campaign.status,
      key,
      siteUrl(campaign.siteHost, config),
      [campaign.siteHost],
      dateBefore(campaign.startedDaysAgo),
      campaign.endedDaysAgo === null ? null : dateBefore(campaign.endedDaysAgo),
      campaign.states.length === 0,
      campaign.states,
      campaign.requirePhone,
      campaign.requireAddress,
      campaign.reidentification,
      campaign.limitPerDay ?? limitInTotal,
      campaign.retail_e4,
      campaign.wholesale_e4,
      campaign.recipients,
      at,
      campaign.module,
      campaign.moduleSettings,
      campaign.limitPerDay === null ? 'total' : 'day',
    ],
  )
  await tx.query(
    `insert into pixel (key, root_id, agency_id, client_id, campaign_id, site_hosts, active, updated_at, finds_companies)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [key, rootId, agencyId, clientId, campaignId, [campaign.siteHost], true, at, campaign.fromCompanies > 0],
  )
  await indexCampaignName(tx, agencyId, campaignId)
  const path = { rootId, agencyId, clientId, campaignId }
  if (campaign.recipients.length > 0) await saveReportRecipients(tx, path, now_ms, [...campaign.recipients])
}
