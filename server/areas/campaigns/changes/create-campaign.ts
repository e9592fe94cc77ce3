import type { createCampaign as operation } from '#contract/campaigns/campaigns.ts'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { checkLink } from '#server/areas/audiences/check-link.ts'
import { lockPricesShared } from '#server/areas/pricing/lock-prices.ts'
import { readSaleTerms } from '#server/areas/pricing/read-retail.ts'
import type { LimitSetup } from '#server/areas/pricing/bounds.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { newId, newPixelKey } from '#server/platform/ids.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import type { Campaign, CampaignSettings } from '../campaign.ts'
import { applyAnswers, readQuestions } from '../settings/answers.ts'
import { askForRecipients } from '../settings/ask-for-recipients.ts'
import { assertAgreed } from '../status/assert-agreed.ts'
import { checkAudiences } from '../settings/check-audiences.ts'
import { checkModule } from '../settings/check-module.ts'
import { checkNotices } from '../settings/check-notices.ts'
import { checkSettings } from '../settings/check-settings.ts'
import { leadPriceKindOf, moduleOf } from '../modules/registry.ts'
import { usualAlerts } from '../settings/alerts-codec.ts'
import { noNotices } from '../settings/notices-codec.ts'
import { indexCampaignName } from './index-campaign-name.ts'
import { assertPaid, maySetPrices, assertMayCreateCampaigns } from '../policy.ts'
import { assertOnePrice, checkRetailPrice, pricesOfAgency } from '../settings/prices.ts'
import { countCampaigns, readCampaign, savePixel } from '../queries.ts'
import { hostsOf } from '../site/hosts-of.ts'
import { readChanges } from './read-changes.ts'
import { assertModuleEnabled } from '../status/assert-module-enabled.ts'
import { saveNotices } from '../settings/save-notices.ts'
import { saveTopUps } from '../settings/save-top-ups.ts'
import { showCampaign } from '../read/show-campaign.ts'
import { expandFields } from '../settings/expand-fields.ts'
import { checkThankYouPage } from '../site/thank-you-page.ts'
import { otherGroup } from './update-campaign.ts'

/** Creates a campaign as a draft. Its pixel works at once, so that it can be verified before the start. */
export async function createCampaign(
  { body }: Input<typeof operation>,
  call: SignedInCall,
  /** More work in the same transaction. */
  finish: (tx: Tx, campaign: Campaign) => Promise<void> = async () => {},
): Promise<CampaignDetail> {
  assertMayCreateCampaigns(call.caller)
  assertPaid(call.caller)
  const { companyId, module, followsClientPrice, ...fields } = body
  assertOnePrice(body)
  if ((fields.price ?? followsClientPrice) !== undefined && !maySetPrices(call.caller))
    throw invalid('price', pricesOfAgency)
  const now_ms = call.platform.clock.now()
  const path = call.object!
  const campaign = await call.inScope(async (tx) => {
    const changes = readChanges(module, await expandFields(tx, fields), moduleOf(module).defaults.settings)
    await lockPricesShared(tx, { rootId: path.rootId, agencyId: path.agencyId! })
    const kind = leadPriceKindOf(module, changes.moduleSettings!)
    if (kind !== 'leadPrice' && !maySetPrices(call.caller)) throw invalid('campaign_information_type', pricesOfAgency)
    const sale = await readSaleTerms(tx, path, module, kind)
    const { wholesale_e4: wholesalePrice_e4 } = sale
    const retailPrice_e4 = changes.retailPrice_e4 ?? sale.retail_e4
    checkRetailPrice(retailPrice_e4, wholesalePrice_e4, sale.max_e4)
    await assertModuleEnabled(tx, path, module, 'module')
    await assertAgreed(tx, call, module)
    const limit = sale.limitAt(retailPrice_e4)
    const defaults = await readDefaults(tx, module, path, limit, now_ms, changes.timeZone)
    const answers = applyAnswers(await readQuestions(tx, path.agencyId!, module), {}, body.answers)
    const settings = { ...defaults, ...changes, retailPrice_e4, answers } as CampaignSettings
    await checkSettings(tx, settings)
    checkThankYouPage({ ...settings, module })
    await checkModule(tx, call, module, settings, null)
    await checkLink(tx, path.agencyId!, path.clientId!, settings)
    await checkAudiences(tx, path.agencyId!, path.clientId!, settings)
    await checkNotices(tx, call.caller, path.agencyId!, settings, null)
    await askForRecipients(tx, call, { agencyId: path.agencyId!, clientId: path.clientId! }, settings.reportRecipients)
    const id = newId(now_ms)
    const followsCost = changes.retailPrice_e4 === undefined && followsClientPrice !== false
    const now = dateOf(now_ms)
    await insertCampaign(tx, path, { id, module, settings, wholesalePrice_e4, followsCost, now })
    await indexCampaignName(tx, path.agencyId!, id)
    await countCampaigns(tx, companyId, { campaigns: 1 })
    const { rootId, agencyId, clientId } = path
    await saveNotices(tx, { ...settings, id, rootId, agencyId: agencyId!, clientId: clientId! }, now_ms)
    const campaign = await readCampaign(tx, path.agencyId!, id)
    if (!campaign) throw notFound()
    if (body.groupId && body.groupId !== campaign.groupId) throw invalid('groupId', otherGroup)
    await savePixel(tx, campaign, dateOf(now_ms), true)
    await saveTopUps(tx, call, campaign, body)
    await finish(tx, campaign)
    return campaign
  })
  return showCampaign(campaign, call)
}

/**
 * The defaults of a new campaign: the client's site, the limit and dates of the client's cost setup, and the module's
 * defaults for the rest. Its first day is today in its own time zone, which is the client's unless another one is given.
 */
export async function readDefaults(
  tx: Tx,
  module: Module,
  path: TenantPath,
  limit: LimitSetup,
  now_ms: number,
  givenZone?: string,
): Promise<Omit<CampaignSettings, 'name' | 'retailPrice_e4'>> {
  const { rows } = await tx.query<{ timeZone: string; siteUrl: string }>(
    'select time_zone as "timeZone", site_url as "siteUrl" from company where id = $1',
    [path.clientId],
  )
  const { siteUrl } = rows[0]!
  const timeZone = givenZone ?? rows[0]!.timeZone
  const today = localDateAt(now_ms, timeZone)
  const least = (await moduleOf(module).minLimit?.(tx, path.rootId, limit.period)) ?? 0
  const startDate = limit.start !== null && limit.start > today ? limit.start : today
  return {
    siteUrl,
    thankYouUrl: '',
    gtmInstalled: false,
    timeZone,
    startDate,
    // A last day that has passed doesn't apply to a campaign that starts now.
    endDate: limit.end !== null && limit.end >= startDate ? limit.end : null,
    activeHours: [],
    spreadsEvenly: false,
    monthCap_cents: null,
    ...usualAlerts,
    ...moduleOf(module).defaults.people,
    moduleSettings: moduleOf(module).defaults.settings,
    limitLeads: Math.max(limit.leads, least),
    limitPeriod: limit.period,
    reportRecipients: [],
    reportEvery: 'lead',
    answers: {},
    hidesPhone: false,
    ...noNotices,
    organizationId: null,
    externalCampaignId: null,
  }
}

interface NewCampaign {
  id: string
  module: Module
  settings: CampaignSettings
  wholesalePrice_e4: number
  /** No price was set on it, so it follows the client's. */
  followsCost: boolean
  now: Date
}

async function insertCampaign(tx: Tx, path: TenantPath, campaign: NewCampaign): Promise<void> {
  const { id, module, settings, wholesalePrice_e4, followsCost, now } = campaign
  await tx.query(
    `insert into campaign
       (agency_id, id, root_id, client_id, module, name, status, pixel_key, site_url, site_hosts, gtm_installed, time_zone,
        start_date, end_date, national_targeting, states, zips, require_email, require_phone, require_address,
        reidentification, reidentification_across_client, limit_leads, limit_period, retail_price_e4,
        wholesale_price_e4, report_recipients, follows_retail_cost, created_at, updated_at, marketing_organization_id,
        marketing_campaign_id, module_settings, include_audiences, exclude_audiences, thank_you_url, sells_advanced)
     values ($1, $2, $3, $4, $5, $6, 'draft', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
        $22, $23, $24, $25, $26, $27, $28, $28, $29, $30, $31, $32, $33, $34, $35)`,
    [
      path.agencyId,
      id,
      path.rootId,
      path.clientId,
      module,
      settings.name,
      newPixelKey(),
      settings.siteUrl,
      hostsOf(settings.siteUrl),
      settings.gtmInstalled,
      settings.timeZone,
      settings.startDate,
      settings.endDate,
      settings.nationalTargeting,
      settings.states,
      settings.zips,
      settings.requireEmail,
      settings.requirePhone,
      settings.requireAddress,
      settings.reidentification,
      settings.reidentificationAcrossClient,
      settings.limitLeads,
      settings.limitPeriod,
      settings.retailPrice_e4,
      wholesalePrice_e4,
      settings.reportRecipients,
      followsCost,
      now,
      settings.organizationId,
      settings.externalCampaignId,
      settings.moduleSettings,
      settings.includeAudiences,
      settings.excludeAudiences,
      settings.thankYouUrl,
      leadPriceKindOf(module, settings.moduleSettings) === 'advancedLeadPrice',
    ],
  )
}
