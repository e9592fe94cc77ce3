import type { CampaignDetail, CampaignRow } from '#contract/campaigns/campaign.ts'
import { wireFieldOf } from '#contract/campaigns/field-names.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import type { Caller } from '#server/platform/call.ts'
import { presentAnswers } from '../settings/answers.ts'
import type { Campaign } from '../campaign.ts'
import { findBlockers } from '../settings/check-settings.ts'
import { moduleOf } from '../modules/registry.ts'
import { alertsCodec } from '../settings/alerts-codec.ts'
import { noticesCodec } from '../settings/notices-codec.ts'
import { peopleCodec } from '../settings/people-codec.ts'
import { maySetPrices, seesWholesale } from '../policy.ts'

/** The last day has passed, whether or not the campaign was paused. */
const hasEnded = ({ status, endDate }: Campaign, today: string): boolean =>
  (status === 'active' || status === 'pause') && endDate !== null && endDate < today

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** A limit for the whole lifetime is called `max` in answers (`read-changes.ts` reads it back). */
export const presentPeriod = (period: Campaign['limitPeriod']) => (period === 'total' ? 'max' : period)

/** `today` is the date in the campaign's time zone. */
export const presentRow = (campaign: Campaign, today: string): CampaignRow => ({
  campaignId: campaign.id,
  module: campaign.module,
  campaignName: campaign.name,
  company_id: campaign.clientId,
  company_name: campaign.clientName,
  status: campaign.status,
  ended: hasEnded(campaign, today),
  siteUrl: campaign.siteUrl,
  startDate: campaign.startDate,
  endDate: campaign.endDate ?? '',
  timezone: campaign.timeZone,
  price: dollarsFromE4(campaign.retailPrice_e4),
  leadLimit: campaign.limitLeads,
  limitPeriod: presentPeriod(campaign.limitPeriod),
  leads: campaign.leads,
  last_hit_at: instantOf(campaign.lastHitAt),
  created_at: campaign.createdAt.toISOString(),
})

/** The client's cost setup, for callers who set prices. */
interface Sale {
  retail_e4: number
  advanced_e4: number | null
  max_e4: number
}

/** A whole campaign for this caller; clients see no wholesale price. `today` is the date in its time zone. */
export const presentCampaign = (
  campaign: Campaign,
  caller: Caller,
  today: string,
  sale: Sale | null,
): Omit<CampaignDetail, 'leadsbuy' | 'topupoptions' | 'questions'> => ({
  ...presentRow(campaign, today),
  groupId: campaign.groupId,
  pixel_key: campaign.pixelKey,
  site_hosts: [...campaign.siteHosts],
  organizationId: campaign.organizationId ?? '',
  externalCampaignId: campaign.externalCampaignId ?? '',
  thankYouUrl: campaign.thankYouUrl,
  gtmInstalled: campaign.gtmInstalled,
  active_hours: [...campaign.activeHours],
  spread_evenly: campaign.spreadsEvenly,
  month_cap_cents: campaign.monthCap_cents ?? 0,
  ...alertsCodec.present(campaign),
  reportSentTo: campaign.reportRecipients.join('\n'),
  reportEvery: campaign.reportEvery,
  campaign_information_type: '',
  answers: presentAnswers(campaign.answers),
  hidesPhone: campaign.hidesPhone,
  ...(maySetPrices(caller) && noticesCodec.present(campaign)),
  ...peopleCodec.present(campaign),
  ...moduleOf(campaign.module).codec.present(campaign.moduleSettings),
  followsClientPrice: campaign.followsCost,
  ...(sale && {
    clientPrice: dollarsFromE4(sale.retail_e4),
    ...(sale.advanced_e4 !== null && { advancedPrice: dollarsFromE4(sale.advanced_e4) }),
    priceMaximum: dollarsFromE4(sale.max_e4),
  }),
  ...(seesWholesale(caller) && {
    wholesalePrice: dollarsFromE4(campaign.wholesalePrice_e4),
    priceMinimum: dollarsFromE4(campaign.wholesalePrice_e4),
  }),
  can_set_prices: maySetPrices(caller),
  blockers: findBlockers(campaign, today).map((one) => ({ ...one, field: wireFieldOf(one.field) })),
  lead_hold:
    campaign.heldAt && campaign.heldLeads !== null
      ? { since: campaign.heldAt.toISOString(), leads: campaign.heldLeads, within: campaign.heldWithin ?? 'burst' }
      : null,
  apart_hold: campaign.apartSince ? { since: campaign.apartSince.toISOString() } : null,
  site_checked_at: instantOf(campaign.siteCheckedAt),
  site_check_result: campaign.siteCheckResult,
  updated_at: campaign.updatedAt.toISOString(),
})
