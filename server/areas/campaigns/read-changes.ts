import { splitLines, siteHost, type LocalFields } from '#contract/campaigns/campaign.ts'
import { e4FromText } from '#contract/core/money.ts'
import { fromFlag } from '#contract/core/wire.ts'
import { invalid } from '#server/platform/failure.ts'
import type { CampaignSettings } from './campaign.ts'

export type CampaignChanges = Partial<CampaignSettings>

/** Turns the wire's fields into what they change. Keys that were left out change nothing. */
export function readChanges(fields: Partial<LocalFields>): CampaignChanges {
  const changes: CampaignChanges = {
    name: fields.campaignName,
    siteUrl: fields.urlCode,
    gtmInstalled: flagOf(fields.gtminstalled),
    timeZone: fields.timezone,
    startDate: fields.startdatecampaign,
    endDate: fields.enddatecampaign === undefined ? undefined : fields.enddatecampaign || null,
    requireEmail: flagOf(fields.requireemailaddress),
    requirePhone: flagOf(fields.phoneenabled),
    requireAddress: flagOf(fields.homeaddressenabled),
    reidentification: fields.reidentificationtype,
    reidentificationAcrossClient: flagOf(fields.applyreidentificationall),
    limitLeads: fields.LimitLead === undefined ? undefined : fields.LimitLead || null,
    limitPeriod: fields.LimitLeadFreq === 'max' ? 'total' : fields.LimitLeadFreq,
    retailPrice_e4: fields.CostSet === undefined ? undefined : (e4FromText(String(fields.CostSet)) ?? undefined),
    reportRecipients: fields.reportSentTo === undefined ? undefined : splitLines(fields.reportSentTo.toLowerCase()),
    ...readTie(fields),
    ...readTargeting(fields),
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** Another organization has other campaigns: one that is not named along with it is none. */
function readTie({ clientOrganizationID, clientCampaignID }: Partial<LocalFields>): CampaignChanges {
  const externalCampaignId = clientCampaignID === undefined ? undefined : clientCampaignID || null
  if (clientOrganizationID === undefined) return { externalCampaignId }
  return { organizationId: clientOrganizationID || null, externalCampaignId: externalCampaignId ?? null }
}

const flagOf = (value: 'T' | 'F' | undefined): boolean | undefined =>
  value === undefined ? undefined : fromFlag(value)

/**
 * The three wire fields say one thing and must agree: a list that the chosen target does not use is refused, not dropped
 * in silence.
 */
function readTargeting(fields: Partial<LocalFields>): CampaignChanges {
  const states = fields.state && [...new Set(fields.state)].sort()
  const zips = fields.zip === undefined ? undefined : splitLines(fields.zip).sort()
  if (!fields.nationaltargeting && !fields.locationtarget && !states && !zips) return {}
  const target = fields.locationtarget ?? (fields.nationaltargeting === 'T' ? 'National Targeting' : null)
  if (!target) throw invalid('locationtarget', 'must say which places are targeted')
  const isNational = target === 'National Targeting'
  if (fields.nationaltargeting && fromFlag(fields.nationaltargeting) !== isNational)
    throw invalid('nationaltargeting', 'does not agree with locationtarget')
  if (target !== 'State' && states?.length) throw invalid('state', 'is used for the target State only')
  if (target !== 'Zip Code' && zips?.length) throw invalid('zip', 'is used for the target Zip Code only')
  return {
    nationalTargeting: isNational,
    states: target === 'State' ? states : [],
    zips: target === 'Zip Code' ? zips : [],
  }
}

/** Hosts whose hits count for a site: its own, with and without `www`, so that either spelling of the address works. */
export function hostsOf(siteUrl: string): string[] {
  const host = siteHost(siteUrl)
  if (host === null) return []
  const isName = /[a-z]/.test(host) && host.includes('.')
  if (host.startsWith('www.')) return [host, host.slice(4)]
  return isName ? [host, `www.${host}`] : [host]
}
