import { z } from 'zod'
import { moduleFilter } from '../campaigns/modules.ts'
import { campaignStatuses } from '../campaigns/campaign.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant, localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { cause } from '../integrations/causes.ts'
import { leadAccess, ofClientInDays } from '../leads/leads.ts'
import { longestReport_days } from './agencies.ts'
import { comparisons } from './comparison.ts'

/** How many campaigns and states a dashboard lists; the totals include the others. */
export const maxNamed = 10

/**
 * Leads, and the money of leads and enriched lists in 1/10,000 dollar; `enriched_e4` is the part of `retail_e4` from lists.
 * What an agency pays is absent for its clients. */
export const leadSums = z.object({
  leads: z.int(),
  retail_e4: z.int(),
  enriched_e4: z.int(),
  wholesale_e4: z.int().optional(),
})
export type LeadSums = Plain<z.output<typeof leadSums>>

/** Leads, those of days that are over, and those of the days before that correspond to them. */
const shares = { leads: z.int(), compared_leads: z.int(), previous_leads: z.int() }

const object = { kind: 'company', in: 'params', key: 'companyID' } as const

export const readReportChart = operation({
  id: 'C116',
  name: 'readReportChart',
  area: 'reports',
  method: 'GET',
  path: '/leadspeek/report/chart/{companyID}/{clientID}/{start}/{end}',
  summary: `Reports leads and money by day, compared with the period before, and by campaign, state and source. Up to ${longestReport_days} days; by default the 30 days up to today.`,
  params: ofClientInDays,
  query: z.strictObject({ moduleType: moduleFilter }),
  answer: z.object({
    /** Both inclusive, as days in `time_zone` (OQ-55). */
    start: localDate,
    end: localDate,
    time_zone: z.string(),
    leads_today: z.int(),
    leads_yesterday: z.int(),
    active_campaigns: z.int(),
    has_campaigns: z.boolean().meta({ description: 'Whether there is any, also paused or ended.' }),
    total: leadSums,
    comparison: z.enum(comparisons),
    compared: leadSums.meta({ description: 'Of the days that are over.' }),
    previous: leadSums.meta({ description: 'Of the days before that correspond to those in `compared`.' }),
    days: z
      .array(leadSums.extend({ date: localDate, previous: leadSums }))
      .meta({ description: 'Every day of the period, each with the corresponding day of the period before.' }),
    states: z
      .array(z.object({ state: z.string(), name: z.string(), ...shares }))
      .meta({ description: `The ${maxNamed} with the most leads; a dash is an unknown one.` }),
    sources: z.array(z.object({ source: z.string(), ...shares })).meta({
      description: `Where the visitors who became leads came from, the ${maxNamed} with the most: \`utm_source\` of the page's URL, otherwise the host that linked to it; empty if neither is known. Leads of searches have no source.`,
    }),
    campaigns: z
      .array(
        leadSums.extend({
          leadspeek_api_id: id,
          campaignName: z.string(),
          company_name: z.string(),
          status: z.enum(campaignStatuses),
          ended: z.boolean(),
        }),
      )
      .meta({ description: `The ${maxNamed} campaigns with the most leads in the period.` }),
  }),
  access: leadAccess,
  object,
})
export type ReportChart = Plain<z.output<typeof readReportChart.answer>>

/** What needs attention, most urgent first. */
const attentionKinds = [
  'delivery_disabled',
  'delivery_failing',
  'pixel_missing',
  'pixel_silent',
  'ends_soon',
  'not_started',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** An active campaign's pixel counts as silent after this many hours without a hit. */
export const pixelSilentAfter_hours = 24
/** A campaign ends soon if its last day is at most this many days away. */
export const endsSoonWithin_days = 7

const attentionItem = z.object({
  kind: z.enum(attentionKinds),
  leadspeek_api_id: id,
  campaignName: z.string(),
  company_name: z.string(),
  since: instant.nullable().meta({ description: 'When it began to fail, was last heard from, or was created.' }),
  end_date: localDate.nullable(),
  cause: cause.nullable().meta({ description: 'Why deliveries fail.' }),
})
export type AttentionItem = Plain<z.output<typeof attentionItem>>

export const readReportAttention = operation({
  id: 'own',
  name: 'readReportAttention',
  area: 'reports',
  method: 'GET',
  path: '/leadspeek/report/attention/{companyID}/{clientID}',
  summary: `Reports the health of pixels and deliveries, and up to ${maxNamed} campaigns that need attention.`,
  params: z.strictObject({
    companyID: id.meta({ description: 'An agency or one of its clients.' }),
    clientID: idOrAll,
  }),
  query: z.strictObject({ moduleType: moduleFilter }),
  answer: z.object({
    pixels: z
      .object({ reporting: z.int(), silent: z.int(), missing: z.int() })
      .meta({ description: 'Among active campaigns.' }),
    destinations: z.object({ ok: z.int(), failing: z.int(), disabled: z.int() }),
    total: z.int(),
    items: z.array(attentionItem),
  }),
  access: leadAccess,
  object,
})
export type ReportAttention = Plain<z.output<typeof readReportAttention.answer>>
