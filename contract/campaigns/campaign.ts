import { z } from 'zod'
import { emptyAs, emptyIsOmitted, formFlag, typedCount, blankOnly } from '../core/documented-keys.ts'
import { maxInCampaign } from '../audiences/audiences.ts'
import { splitEmailAddresses } from '../core/email-address.ts'
import { id } from '../core/ids.ts'
import { e4FromText, priceE4 } from '../core/money.ts'
import type { Plain } from '../core/wire-names.ts'
import { informationTypes } from '../identity/advance-information.ts'
import { flag, instant, line, localDate } from '../core/wire.ts'
import { maxWindows, windowFrom } from './active-hours.ts'
import { detailsOfModules, fieldsOfModules } from './module-fields/every.ts'
import { modules, moduleType } from './modules.ts'
import { noticeDetail, noticeFields, reportEvery } from './notices.ts'
import { campaignAnswers, campaignQuestions } from './questions.ts'
import { sentences } from '../core/sentences.ts'
import { timeZone } from '../core/time-zone.ts'
import { zipFromText } from '../core/zip-code.ts'
import { siteUrl } from './site-url.ts'
import { alertDetail, alertFields } from './spend-alerts.ts'

/** `draft` until its first start; archived campaigns are left out of lists unless requested (OQ-38). */
export const campaignStatuses = ['draft', 'active', 'pause', 'stop', 'archived'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

export const reidentificationTypes = ['never', '1 week', '1 month', '3 months', '6 months', '1 year', 'always'] as const

/** How a campaign's leads are prepaid: recurring, or once. */
export const topUpOptions = ['continual', 'onetime'] as const

/** The period of a lead limit; `max` is the campaign's whole life. Periods run in the campaign's time zone. */
export const limitFrequencies = ['day', 'week', 'month', 'max'] as const

/** Where the people of a campaign live, in the specification's terms for target locations. */
export const locationTargets = ['National Targeting', 'State', 'Zip Code'] as const

export const maxReportRecipients = 10
export const maxZips = 10_000
export const maxCities = 500

/** Dollars as people type them ("1.25", R223) or as a number; at most four decimals. */
const dollars = z.union([z.number().nonnegative(), z.string().max(20)]).refine((value) => {
  const price_e4 = e4FromText(String(value))
  return price_e4 !== null && priceE4.safeParse(price_e4).success
}, sentences.price)

/** Splits the text of a text area at white space, commas and semicolons, without empty and duplicate entries (K077). */
export const splitLines = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))]

const isEmail = (text: string): boolean => text.length <= 254 && z.email().safeParse(text).success

const recipients = z
  .string()
  .max(3000)
  .overwrite((text) => splitEmailAddresses(text).join('\n'))
  .superRefine((text, context) => {
    const addresses = text === '' ? [] : text.split('\n')
    const invalidAddress = addresses.find((address) => !isEmail(address))
    if (invalidAddress !== undefined) context.addIssue({ code: 'custom', message: sentences.emails })
    if (addresses.length > maxReportRecipients)
      context.addIssue({ code: 'custom', message: sentences.tooMany.replace('{n}', String(maxReportRecipients)) })
  })

/** ZIP codes as people type them, each as its five digits. Others stay as they are, to be refused. */
export const plainZips = (text: string): string =>
  splitLines(text)
    .map((zip) => zipFromText(zip) ?? zip)
    .join('\n')

/** A list of ZIP codes as text, parsed to one in each line. */
export const zipList = z
  .string()
  .max(maxZips * 12)
  .overwrite(plainZips)
  .superRefine((text, context) => {
    const zips = splitLines(text)
    const invalidZip = zips.find((zip) => !/^\d{5}$/.test(zip))
    if (invalidZip !== undefined) context.addIssue({ code: 'custom', message: sentences.zipCodes })
    if (zips.length > maxZips)
      context.addIssue({ code: 'custom', message: sentences.tooMany.replace('{n}', String(maxZips)) })
  })

const maxLeads = 1_000_000
/** Most leads of a campaign in a period. No campaign is without a limit (decision 42). */
export const limitLead = z.int().min(1).max(maxLeads)
const typedLimit = typedCount(maxLeads, 1)
/** The limit of new campaigns; 0: the usual one. */
export const typedDefaultLimit = typedCount(maxLeads)

/** Monthly budget cap of a campaign: like every typed sum, at most $99,999.99. */
export const monthCap_cents = z.int().min(0).max(9_999_999)

const activeHours = z
  .array(
    z
      .string()
      .max(20)
      .refine((text) => windowFrom(text) !== null, sentences.hours),
  )
  .max(maxWindows)

const link = z.union([z.literal(''), id])

/** Fields of every type of campaign. Omitted keys stay unchanged; on creation they take the defaults. */
const common = {
  campaignName: line(255),
  reportSentTo: recipients.optional().meta({ description: 'One address per line, up to ten.' }),
  reportType: z
    .union([z.literal(''), z.enum(reportEvery)])
    .optional()
    .meta({
      description:
        'One email per lead, or one with all leads of an hour, a day or a week in the campaign’s time zone. Empty keeps it unchanged.',
    }),
  clientHidePhone: formFlag.meta({
    description:
      'T: phone numbers of its leads are hidden from the client in lists, files, emails and webhooks. Agencies only.',
  }),
  answers: emptyIsOmitted(campaignAnswers).meta({ description: 'Answers to the agency’s questions, by question ID.' }),
  ...noticeFields,
  urlCode: siteUrl.optional().meta({ description: 'URL of the client’s site with the pixel.' }),
  urlCodeThankyou: siteUrl.optional().meta({
    description:
      'URL of a page of that site that is shown after an order: visitors of it have converted. Empty for none.',
  }),
  gtminstalled: formFlag.meta({
    description: 'T: the site uses Google Tag Manager, so finding it there counts as probably installed.',
  }),
  startdatecampaign: emptyIsOmitted(localDate).meta({ description: 'First day. Empty keeps it unchanged.' }),
  enddatecampaign: z
    .union([z.literal(''), localDate])
    .optional()
    .meta({ description: 'Last day; empty for no end date.' }),
  timezone: emptyIsOmitted(timeZone),
  active_hours: activeHours.optional().meta({
    description:
      'When it accepts leads, in its time zone: windows such as `mon 09:00-17:00` (mon, tue, wed, thu, fri, sat, sun; whole hours; a window that ends no later than it begins ends on the next day). Empty for any time.',
  }),
  spread_evenly: flag.optional().meta({
    description: 'T: leads are spread evenly over its active hours. Only with a limit per day.',
  }),
  CostSet: dollars.optional().meta({ description: 'Retail price of one lead in dollars. Agencies only.' }),
  followsClientPrice: flag.optional().meta({
    description: 'T: the price follows the client’s price; F: it stays as it is. Agencies only.',
  }),
  LimitLead: emptyIsOmitted(typedLimit).meta({ description: 'Maximum leads per period.' }),
  LimitLeadFreq: emptyIsOmitted(z.enum(limitFrequencies)),
  month_cap_cents: monthCap_cents.optional().meta({
    description:
      'Maximum that its leads may cost the client in a calendar month of its time zone, in US cents; 0 for no cap.',
  }),
  ...alertFields,
  leadsbuy: emptyIsOmitted(typedCount(100_000)).meta({
    description: 'Number of leads that the client prepays at once; 0 for none. Agencies only.',
  }),
  topupoptions: emptyIsOmitted(z.enum(topUpOptions)).meta({
    description: 'continual: repeated when less than a tenth is left; onetime: once. Agencies only.',
  }),
  clientOrganizationID: link.optional().meta({ description: 'The client’s marketing organization; empty for none.' }),
  clientCampaignID: link.optional().meta({ description: 'An external campaign of that organization; empty for none.' }),
}

const audienceIds = z.array(id).max(maxInCampaign)

/** Whose events become leads, where they live and whether repeat visitors count: the same in every module. */
const people = {
  nationaltargeting: formFlag,
  locationtarget: emptyIsOmitted(z.enum(locationTargets)),
  state: emptyAs([], z.array(z.string().regex(/^[A-Z]{2}$/, sentences.state)).max(60)).optional(),
  zip: zipList.optional().meta({ description: 'ZIP codes as text, one per line.' }),
  requireemailaddress: formFlag,
  phoneenabled: formFlag,
  homeaddressenabled: formFlag,
  reidentificationtype: emptyIsOmitted(z.enum(reidentificationTypes)),
  applyreidentificationall: formFlag,
  include_audiences: audienceIds.optional().meta({
    description: 'Audiences of the client. Only people in any of them can become leads; empty for everyone.',
  }),
  exclude_audiences: audienceIds.optional().meta({
    description: 'Audiences of the client. People in any of them never become leads.',
  }),
}

/** Fields of D2§3 L64 to L71 that duplicate other fields, and one that follows from the client (decision 99). */
const otherWords = {
  require: z
    .union([z.string().max(200), z.array(z.string().max(40)).max(10)])
    .optional()
    .meta({ description: 'What a lead must have: email, phone, address.' }),
  city: z
    .union([z.string().max(20_000), z.array(z.string().max(100)).max(maxCities)])
    .optional()
    .meta({
      description:
        'Cities of the chosen states, to which targeting in these states is limited. Converted to ZIP codes.',
    }),
  /** The group of its client; any other is refused. */
  companyGroupID: z.union([z.literal(''), id]).nullish(),
}
type OtherWords = Partial<Pick<z.output<z.ZodObject<typeof otherWords>>, 'require' | 'city'>>

export type ModuleFields = Plain<z.output<z.ZodObject<typeof fieldsOfModules>>>
export const moduleFieldNames = Object.keys(fieldsOfModules) as (keyof ModuleFields)[]

const campaignFields = z.strictObject({ ...common, ...people, ...fieldsOfModules })
export type CampaignFields = Plain<z.output<typeof campaignFields>>
/** The same, plus the fields that `expand-fields.ts` converts to these. */
export type CampaignInput = Partial<CampaignFields> & OtherWords
export type PeopleFields = Plain<z.output<z.ZodObject<typeof people>>>

export const campaignCreation = z.strictObject({
  companyID: id.meta({ description: 'The client that the campaign belongs to.' }),
  leadspeekType: moduleType,
  leadspeek_api_id: blankOnly(sentences.newCampaignId),
  ...common,
  ...people,
  ...fieldsOfModules,
  ...otherWords,
})

/** `updated_at` as it was read: if the campaign has changed since, the call answers 409 and changes nothing. */
const campaignKey = { leadspeek_api_id: id, updated_at: instant.optional() }
export const campaignChange = z.strictObject({
  ...campaignKey,
  /** Must equal the current value. */
  leadspeekType: z.enum(modules).optional(),
  ...common,
  campaignName: common.campaignName.optional(),
  ...people,
  ...fieldsOfModules,
  ...otherWords,
})

/** One row of a campaign list. */
export const campaignRow = z.object({
  leadspeek_api_id: id,
  leadspeekType: z.enum(modules),
  campaignName: z.string(),
  company_id: id.meta({ description: 'The client.' }),
  company_name: z.string(),
  status: z.enum(campaignStatuses),
  ended: z.boolean().meta({ description: 'Whether its last day has passed; `status` is its status until then.' }),
  urlCode: z.string(),
  startdatecampaign: z.string(),
  enddatecampaign: z.string(),
  timezone: z.string(),
  CostSet: z.number(),
  LimitLead: z.int().meta({ description: 'Maximum leads per period.' }),
  LimitLeadFreq: z.enum(limitFrequencies),
  leads: z.int().meta({ description: 'Leads so far, excluding test leads.' }),
  last_hit_at: instant
    .nullable()
    .meta({ description: 'The last hit of its pixel, or the last search that matched it.' }),
  created_at: instant,
})

/** A whole campaign, as its form edits it. Wholesale prices are absent for clients. */
export const campaignDetail = campaignRow.extend({
  companyGroupID: id.nullable().meta({ description: 'Its client’s group.' }),
  pixel_key: z.string(),
  site_hosts: z.array(z.string()),
  leadsbuy: z.int(),
  topupoptions: z.enum(topUpOptions),
  clientOrganizationID: link,
  clientCampaignID: link,
  urlCodeThankyou: z.string(),
  gtminstalled: flag,
  active_hours: z.array(z.string()),
  spread_evenly: flag,
  month_cap_cents: z.int(),
  ...alertDetail,
  reportSentTo: z.string(),
  reportType: z.enum(reportEvery),
  clientHidePhone: flag,
  ...noticeDetail,
  campaign_information_type: z.union([z.literal(''), z.enum(informationTypes)]),
  answers: z.record(z.string(), z.string()),
  questions: campaignQuestions,
  nationaltargeting: flag,
  locationtarget: z.enum(locationTargets),
  state: z.array(z.string()),
  zip: z.string(),
  requireemailaddress: flag,
  phoneenabled: flag,
  homeaddressenabled: flag,
  reidentificationtype: z.enum(reidentificationTypes),
  applyreidentificationall: flag,
  include_audiences: z.array(id),
  exclude_audiences: z.array(id),
  followsClientPrice: flag.meta({ description: 'T: the price follows the client’s price.' }),
  clientPrice: z
    .number()
    .optional()
    .meta({ description: 'In dollars: the client’s price of a lead, unless the campaign has its own.' }),
  CostSetAdvanced: z.number().optional().meta({
    description:
      'In dollars: the client’s price of an advanced lead of this module, which includes advance information.',
  }),
  wholesalePrice: z.number().optional(),
  priceMinimum: z.number().optional().meta({ description: 'The lowest retail price that may be set.' }),
  priceMaximum: z
    .number()
    .optional()
    .meta({ description: 'The highest retail price that may be set; 0 for no maximum.' }),
  can_set_prices: z.boolean(),
  blockers: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .meta({ description: 'What still blocks the campaign from starting.' }),
  lead_hold: z
    .object({
      since: instant,
      leads: z.int().meta({ description: 'Number of leads at that time.' }),
      within: z
        .enum(['burst', 'day'])
        .meta({ description: 'burst: within ten minutes; day: within a day, for a campaign without a limit.' }),
    })
    .nullable()
    .meta({ description: 'When new leads were put on hold because there were far more than usual.' }),
  apart_hold: z
    .object({ since: instant })
    .nullable()
    .meta({ description: 'When leads that look forged were put on hold, apart from the others.' }),
  site_checked_at: instant.nullable(),
  site_check_result: z.string().nullable(),
  updated_at: instant,
  ...detailsOfModules,
})
export type CampaignRow = Plain<z.output<typeof campaignRow>>
export type CampaignDetail = Plain<z.output<typeof campaignDetail>>
