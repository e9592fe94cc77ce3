import type { ActivityAction } from '#contract/activity/actions.ts'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type { updateCampaign as operation } from '#contract/campaigns/campaigns.ts'
import { wireFieldOf } from '#contract/campaigns/field-names.ts'
import { loggedFields } from '#contract/campaigns/history.ts'
import { editConflict } from '#server/areas/activity/edit-conflict.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { checkLink } from '#server/areas/audiences/check-link.ts'
import { lockPricesShared } from '#server/areas/pricing/lock-prices.ts'
import { readSaleTerms } from '#server/areas/pricing/read-retail.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { applyAnswers, readQuestions } from '../settings/answers.ts'
import { askForRecipients } from '../settings/ask-for-recipients.ts'
import type { Campaign } from '../campaign.ts'
import { checkAudiences } from '../settings/check-audiences.ts'
import { checkModule } from '../settings/check-module.ts'
import { checkNotices } from '../settings/check-notices.ts'
import { checkSettings, findModuleBlockers, findLocationBlockers, hasDailyLimit } from '../settings/check-settings.ts'
import { indexCampaignName } from './index-campaign-name.ts'
import { nameLinks, type Shown } from './name-links.ts'
import { leadPriceKindOf } from '../modules/registry.ts'
import { maySetPrices, assertMayCreateCampaigns } from '../policy.ts'
import { assertOnePrice, checkRetailPrice, pricesOfAgency } from '../settings/prices.ts'
import { presentCampaign } from '../read/present.ts'
import { lockCampaign, savePixel } from '../queries.ts'
import { hostsOf } from '../site/hosts-of.ts'
import { readChanges } from './read-changes.ts'
import { saveNotices } from '../settings/save-notices.ts'
import { checkTopUpPrice, saveTopUps } from '../settings/save-top-ups.ts'
import { showCampaign } from '../read/show-campaign.ts'
import { expandFields } from '../settings/expand-fields.ts'
import { checkThankYouPage } from '../site/thank-you-page.ts'

type Changes = Input<typeof operation>['body']

/** Changes a campaign under its row lock. Returns 409 if the caller read an older version. */
export async function updateCampaign(
  body: Changes,
  call: SignedInCall,
  action: ActivityAction = 'campaign.updateLocalCampaign',
): Promise<CampaignDetail> {
  assertMayCreateCampaigns(call.caller)
  const { campaignId: id, updated_at: readAt, followsClientPrice: follows, ...input } = body
  assertOnePrice(body)
  const now_ms = call.platform.clock.now()
  const campaign = await call.inScope(async (tx) => {
    const { rootId, agencyId } = call.object!
    await lockPricesShared(tx, { rootId, agencyId: agencyId! })
    const before = await lockCampaign(tx, call.object!.agencyId!, id)
    if (!before) throw notFound()
    const fields = await expandFields(tx, input)
    const changes = readChanges(before.module, fields, before.moduleSettings)
    if (body.module && body.module !== before.module) throw invalid('module', 'A campaign stays with its product.')
    if (body.groupId && body.groupId !== before.groupId) throw invalid('groupId', otherGroup)
    await assertUnchanged(tx, before, readAt)
    if (before.status === 'archived') throw new Failure('conflict', { message: 'Unarchive the campaign first.' })
    const kind = leadPriceKindOf(before.module, changes.moduleSettings ?? before.moduleSettings)
    const sale = await readSaleTerms(tx, before, before.module, kind)
    checkPrice(before, changes.retailPrice_e4, sale, call)
    const followsCost = followsAfter(before, changes.retailPrice_e4, follows, call)
    if (kind !== leadPriceKindOf(before.module, before.moduleSettings))
      checkOtherKind(call, sale, followsCost ? null : (changes.retailPrice_e4 ?? before.retailPrice_e4))
    // Saving updates both prices to the current ones, whatever the campaign had.
    const prices = { wholesalePrice_e4: sale.wholesale_e4, ...(followsCost && { retailPrice_e4: sale.retail_e4 }) }
    const siteUrl = changes.siteUrl ?? before.siteUrl
    // Two changes in the same millisecond must have different versions.
    const updatedAt = dateOf(Math.max(now_ms, before.updatedAt.getTime() + 1))
    const answers = applyAnswers(await readQuestions(tx, agencyId!, before.module), before.answers, body.answers)
    const after: Campaign = {
      ...before,
      ...changes,
      ...prices,
      answers,
      siteHosts: hostsOf(siteUrl),
      updatedAt,
      followsCost,
    }
    // Only a daily limit can be spread; requesting both is an error.
    if (changes.spreadsEvenly === undefined && !hasDailyLimit(after)) after.spreadsEvenly = false
    await checkSettings(tx, after)
    checkThankYouPage(after)
    await checkModule(tx, call, after.module, after, before)
    await checkLink(tx, after.agencyId, after.clientId, after)
    await checkAudiences(tx, after.agencyId, after.clientId, after)
    await checkNotices(tx, call.caller, after.agencyId, after, before)
    await askForRecipients(tx, call, after, after.reportRecipients)
    if (after.status === 'active') assertStillRuns(before, after)
    await saveCampaign(tx, after)
    if (after.name !== before.name) await indexCampaignName(tx, after.agencyId, id)
    await savePixel(tx, after, after.updatedAt, true)
    await saveNotices(tx, after, now_ms)
    await saveTopUps(tx, call, after, body)
    if (changes.retailPrice_e4 !== undefined && changes.retailPrice_e4 !== before.retailPrice_e4)
      await checkTopUpPrice(tx, after)
    await recordUpdate(tx, call, { before, after, fields, action })
    return after
  })
  return showCampaign(campaign, call)
}

/** A running campaign keeps what its module needs, and at least one place if it had any. */
function assertStillRuns(before: Campaign, after: Campaign): void {
  const blockers = findLocationBlockers(before).length === 0 ? findLocationBlockers(after) : []
  const [blocker] = [...findModuleBlockers(after), ...blockers]
  if (blocker) throw invalid(blocker.field, blocker.message)
}

/** The error for a group that isn't the client's. */
export const otherGroup = 'A campaign is in the group of its client.'

async function assertUnchanged(tx: Tx, campaign: Campaign, readAt: string | undefined): Promise<void> {
  if (readAt === undefined || Date.parse(readAt) === campaign.updatedAt.getTime()) return
  const { agencyId, id: targetId, updatedAt } = campaign
  throw await editConflict(tx, { agencyId, targetId, updatedAt, readAt: new Date(readAt) })
}

/** Fields that may change without being in the request. */
const alsoMoved = ['price', 'spread_evenly'] satisfies (keyof CampaignDetail)[]

/**
 * Logs the changed fields by their wire names, so that a later save from an older version can name them. For fields
 * that may be stored permanently, it logs both values.
 */
async function recordUpdate(
  tx: Tx,
  call: SignedInCall,
  change: { before: Campaign; after: Campaign; fields: object; action: ActivityAction },
): Promise<void> {
  const { before, after, action } = change
  const today = localDateAt(call.platform.clock.now(), after.timeZone)
  const present = (campaign: Campaign): Shown => presentCampaign(campaign, call.caller, today, null)
  const [was, is] = [present(before), present(after)]
  const names = [...new Set([...Object.keys(change.fields), ...alsoMoved])]
  const changes = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
  const loggedChanges = loggedFields.filter((name) => changes.includes(name))
  const [from, to] = await nameLinks(tx, after.agencyId, [was, is], loggedChanges)
  const valuesOf = (state: Shown): Shown =>
    Object.fromEntries(loggedChanges.map((name) => [wireFieldOf(name), state[name]]))
  await recordActivity(tx, call, {
    action,
    target: { kind: 'campaign', id: after.id },
    campaignId: after.id,
    ...(loggedChanges.length > 0 && { from: valuesOf(from) }),
    to: { changed: changes.map(wireFieldOf), updated_at: after.updatedAt, ...valuesOf(to) },
  })
}

/** Clients may send back the price that they see, so that a form can be saved whole. */
function checkPrice(
  before: Campaign,
  retailPrice_e4: number | undefined,
  sale: { wholesale_e4: number; max_e4: number },
  call: SignedInCall,
): void {
  if (retailPrice_e4 === undefined || retailPrice_e4 === before.retailPrice_e4) return
  if (!maySetPrices(call.caller)) throw invalid('price', pricesOfAgency)
  checkRetailPrice(retailPrice_e4, sale.wholesale_e4, sale.max_e4)
}

/** More or less information changes the price range, which the campaign's own price must fit. */
function checkOtherKind(
  call: SignedInCall,
  sale: { wholesale_e4: number; max_e4: number },
  own_e4: number | null,
): void {
  if (!maySetPrices(call.caller)) throw invalid('campaign_information_type', pricesOfAgency)
  if (own_e4 !== null) checkRetailPrice(own_e4, sale.wholesale_e4, sale.max_e4)
}

/** Setting a price makes it the campaign's own; an explicit `followsClientPrice` wins. */
function followsAfter(
  before: Campaign,
  retailPrice_e4: number | undefined,
  follows: boolean | undefined,
  call: SignedInCall,
): boolean {
  if (follows === undefined)
    return before.followsCost && (retailPrice_e4 === undefined || retailPrice_e4 === before.retailPrice_e4)
  if (follows !== before.followsCost && !maySetPrices(call.caller)) throw invalid('followsClientPrice', pricesOfAgency)
  return follows
}

async function saveCampaign(tx: Tx, campaign: Campaign): Promise<void> {
  await tx.query(
    `update campaign set
       name = $3, site_url = $4, site_hosts = $5, gtm_installed = $6, time_zone = $7, start_date = $8, end_date = $9,
       national_targeting = $10, states = $11, zips = $12, require_email = $13, require_phone = $14,
       require_address = $15, reidentification = $16, reidentification_across_client = $17, limit_leads = $18,
       limit_period = $19, limit_given_at = case when limit_leads = $18 and limit_period = $19 then limit_given_at end,
       retail_price_e4 = $20,
       wholesale_price_e4 = $26, follows_retail_cost = $25, report_recipients = $21, updated_at = $22, module_settings = $27,
       marketing_organization_id = $23, marketing_campaign_id = $24, include_audiences = $28, exclude_audiences = $29,
       thank_you_url = $30, sells_advanced = $31
     where agency_id = $1 and id = $2`,
    [
      campaign.agencyId,
      campaign.id,
      campaign.name,
      campaign.siteUrl,
      campaign.siteHosts,
      campaign.gtmInstalled,
      campaign.timeZone,
      campaign.startDate,
      campaign.endDate,
      campaign.nationalTargeting,
      campaign.states,
      campaign.zips,
      campaign.requireEmail,
      campaign.requirePhone,
      campaign.requireAddress,
      campaign.reidentification,
      campaign.reidentificationAcrossClient,
      campaign.limitLeads,
      campaign.limitPeriod,
      campaign.retailPrice_e4,
      campaign.reportRecipients,
      campaign.updatedAt,
      campaign.organizationId,
      campaign.externalCampaignId,
      campaign.followsCost,
      campaign.wholesalePrice_e4,
      campaign.moduleSettings,
      campaign.includeAudiences,
      campaign.excludeAudiences,
      campaign.thankYouUrl,
      leadPriceKindOf(campaign.module, campaign.moduleSettings) === 'advancedLeadPrice',
    ],
  )
}
