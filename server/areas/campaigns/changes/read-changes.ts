import { splitLines, moduleFieldNames, type CampaignFields, type ModuleFields } from '#contract/campaigns/campaign.ts'
import { textOfWindow, windowsOf } from '#contract/campaigns/active-hours.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { e4FromText } from '#contract/core/money.ts'
import { isBlankValue } from '#contract/core/documented-keys.ts'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '#server/platform/failure.ts'
import type { CampaignSettings } from '../campaign.ts'
import { alertsCodec } from '../settings/alerts-codec.ts'
import { moduleOf } from '../modules/registry.ts'
import { noticesCodec } from '../settings/notices-codec.ts'
import { peopleCodec, requiredFields } from '../settings/people-codec.ts'

export type CampaignChanges = Partial<CampaignSettings>

/** Converts wire fields to changes. Missing keys change nothing. */
export function readChanges(module: Module, fields: Partial<CampaignFields>, before: object): CampaignChanges {
  const changes: { [Name in keyof CampaignSettings]?: CampaignSettings[Name] | undefined } = {
    name: fields.campaignName,
    siteUrl: fields.siteUrl,
    thankYouUrl: fields.thankYouUrl,
    gtmInstalled: fields.gtmInstalled,
    timeZone: fields.timezone,
    startDate: fields.startDate,
    endDate: fields.endDate === undefined ? undefined : fields.endDate || null,
    activeHours: fields.active_hours && windowsOf([...new Set(fields.active_hours)]).map(textOfWindow),
    limitLeads: fields.leadLimit,
    limitPeriod: fields.limitPeriod === 'max' ? 'total' : fields.limitPeriod,
    spreadsEvenly: fields.spread_evenly,
    monthCap_cents: fields.month_cap_cents === undefined ? undefined : fields.month_cap_cents || null,
    retailPrice_e4: fields.price === undefined ? undefined : (e4FromText(String(fields.price)) ?? undefined),
    reportRecipients: fields.reportSentTo === undefined ? undefined : splitLines(fields.reportSentTo.toLowerCase()),
    reportEvery: fields.reportEvery || undefined,
    hidesPhone: fields.hidesPhone,
    ...alertsCodec.read(fields),
    ...noticesCodec.read(fields),
    ...readTie(fields),
    ...readPeople(module, fields),
    moduleSettings: readModuleFields(module, fields, before),
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** What the module always requires can't be turned off. */
function readPeople(module: Module, fields: Partial<CampaignFields>): CampaignChanges {
  const changes = peopleCodec.read(fields)
  const always = moduleOf(module).always ?? {}
  for (const [name, field] of Object.entries(requiredFields))
    if (always[name as keyof typeof requiredFields] && changes[name as keyof typeof requiredFields] === false)
      throw invalid(field, sentences.alwaysRequired)
  return changes as CampaignChanges
}

/** Rejects fields of other modules, unless they are empty. */
function readModuleFields(module: Module, fields: Partial<ModuleFields>, before: object): object {
  const { codec } = moduleOf(module)
  for (const name of moduleFieldNames)
    if (!codec.fields.includes(name) && !isBlankValue(fields[name])) throw invalid(name, sentences.otherProduct)
  return codec.read(fields, before)
}

/** Campaigns belong to an organization, so a new organization without a campaign clears the campaign. */
function readTie({ organizationId, externalCampaignId }: Partial<CampaignFields>): CampaignChanges {
  const campaignId = externalCampaignId === undefined ? undefined : externalCampaignId || null
  if (organizationId === undefined) return { externalCampaignId: campaignId }
  return { organizationId: organizationId || null, externalCampaignId: campaignId ?? null }
}
