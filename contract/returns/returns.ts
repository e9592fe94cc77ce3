import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { sentences } from '../core/sentences.ts'
import { doneAnswer, doneWith, flag, formVersion, instant, line } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { leadAccess } from '../leads/leads.ts'

/** Why a lead is returned. The last one requires an explanation. */
const returnReasons = ['wrong_number', 'bounced_email', 'outside_area', 'duplicate', 'opted_out', 'other'] as const
export type ReturnReason = (typeof returnReasons)[number]

const returnStates = ['pending', 'accepted', 'refused'] as const

/** Why a lead cannot be returned. */
const obstacles = ['test', 'asked', 'late', 'share', 'credited', 'refunded', 'disputed'] as const
export type ReturnObstacle = (typeof obstacles)[number]

/** Default rule of an agency without its own. */
export const usualRule = { window_days: 30, share_percent: 10, accepts_itself: false } as const
/** A return without a decision is accepted after this many days: well within the 30 that B2B ID promises. */
export const decideWithin_days = 14
/** B2B ID's agreement: clearly invalid leads are credited if reported within this many days, however many. */
export const promisedForB2b_days = 30

const words = line(500).or(z.literal('')).default('')

const leadReturn = z.object({
  id,
  lead_id: id,
  person_name: z.string(),
  company_id: id.meta({ description: 'The client.' }),
  company_name: z.string(),
  campaignName: z.string(),
  leadspeek_type: z.enum(modules),
  captured_at: instant,
  reason: z.enum(returnReasons),
  detail: z.string(),
  state: z.enum(returnStates),
  requested_at: instant,
  decide_by: instant.meta({ description: 'Accepted automatically at this time unless it is decided before.' }),
  decided_at: instant.nullable(),
  decided_by_rule: flag,
  answer: z.string().meta({ description: 'Reason given when it is declined.' }),
  retail_price: z.number().meta({ description: 'In dollars: credited to the client.' }),
})
export type LeadReturn = Plain<z.output<typeof leadReturn>>

const ofLead = { kind: 'lead', in: 'params', key: 'id' } as const
const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const

/** Clients request returns themselves, or their agency does it for them. */
const askers: Access = {
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'leads.update' },
  client: { reach: ['own'] },
}

export const readLeadReturn = operation({
  id: 'own',
  name: 'readLeadReturn',
  area: 'returns',
  method: 'GET',
  path: '/leadspeek/lead/{id}/return',
  summary: 'Reads the status of a lead’s return, or until when the lead can be returned.',
  params: z.strictObject({ id }),
  answer: doneWith(
    z.object({
      current: leadReturn.nullable(),
      obstacle: z.enum(obstacles).nullable().meta({ description: 'Why it can’t be returned; null if it can.' }),
      until: instant.meta({ description: 'End of the return window.' }),
    }),
  ),
  access: leadAccess,
  object: ofLead,
})

export const requestReturn = operation({
  id: 'own',
  name: 'requestReturn',
  area: 'returns',
  method: 'POST',
  path: '/leadspeek/lead/{id}/return',
  summary: 'Requests the return of a lead with a reason, within the agency’s return window and maximum share.',
  params: z.strictObject({ id }),
  body: z.strictObject({
    reason: z.enum(returnReasons),
    detail: words.meta({ description: 'Details of the problem; required for the reason `other`.' }),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: askers,
  object: ofLead,
  limits: [{ count: 200, perSeconds: 3600, by: 'user' }],
})

export const listReturns = operation({
  id: 'own',
  name: 'listReturns',
  area: 'returns',
  method: 'GET',
  path: '/leadspeek/returns/{companyID}',
  summary: 'Lists leads that the clients of an agency, or one client, asked to return, newest first, with totals.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery.extend({ state: z.enum(['', 'all', ...returnStates]).default('all') }),
  answer: pageOf(leadReturn).extend({
    sums: z.object({
      pending: z.int(),
      accepted: z.int(),
      refused: z.int(),
      credited: z.number().meta({ description: 'In dollars: credited to clients.' }),
      received: z.number().optional().meta({ description: 'In dollars: credited to the agency. Omitted for clients.' }),
    }),
  }),
  access: leadAccess,
  object: ofCompany,
})

/** The seller of the lead decides. */
const deciders: Access = {
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'leads.update' },
}

export const decideReturn = operation({
  id: 'own',
  name: 'decideReturn',
  area: 'returns',
  method: 'POST',
  path: '/leadspeek/returns/decide',
  summary:
    'Accepts a return, which credits the lead to the client at once and to the agency within its limit, or declines it with a reason.',
  body: z.strictObject({
    companyID: id,
    return_id: id,
    decision: z.enum(['accept', 'refuse']),
    answer: words.meta({ description: 'Why it is declined.' }),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: deciders,
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

const rule = {
  window_days: z
    .int(sentences.wholeNumber)
    .min(1)
    .max(90)
    .meta({ description: 'Number of days after its capture in which a lead can be returned; for B2B ID at least 30.' }),
  share_percent: z.int(sentences.wholeNumber).min(0).max(100).meta({
    description:
      'Maximum percentage of a month’s leads that can be returned, at least one lead unless it is 0; excluding B2B ID.',
  }),
  accepts_itself: flag.meta({ description: 'Whether returns are accepted automatically.' }),
}

export const readReturnRule = operation({
  id: 'own',
  name: 'readReturnRule',
  area: 'returns',
  method: 'GET',
  path: '/leadspeek/returns/{companyID}/rule',
  summary: 'Reads the return rule of an agency’s clients, or of one client.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      ...rule,
      follows_agency: flag.meta({ description: 'For a client: whether it uses its agency’s rule.' }),
      version: formVersion,
    }),
  }),
  access: {
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'], permission: 'leads.enable' },
    client: { reach: ['own'] },
  },
  object: ofCompany,
})

export const saveReturnRule = operation({
  id: 'own',
  name: 'saveReturnRule',
  area: 'returns',
  method: 'PUT',
  path: '/leadspeek/returns/{companyID}/rule',
  summary: 'Sets the return rule of all clients of the agency, or of one. Pending returns keep their rule.',
  params: z.strictObject({ companyID: id }),
  body: z.strictObject({
    ...rule,
    follows_agency: flag.default('F').meta({ description: 'T: removes the client’s own rule.' }),
    version: formVersion.optional(),
  }),
  answer: doneAnswer.extend({ version: formVersion }),
  errors: ['conflict'],
  access: {
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'], permission: 'settings.update' },
  },
  object: ofCompany,
})
