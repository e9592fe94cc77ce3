import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import type { Plain } from '../core/wire-names.ts'
import { id } from '../core/ids.ts'
import { instant } from '../core/wire.ts'
import { forLeadTexts } from './lead-texts.ts'
import { leadAssignee, leadValue_cents, shownNextAction } from './lead-task.ts'
import { reasons } from './reasons.ts'
import { shownSearch } from './search.ts'
import { leadStatusKey } from './status-key.ts'

export const matchKeys = ['md5', 'sha1', 'sha256', 'cookie', 'signal', 'company'] as const

/** A lead that was matched by a company's addresses: nobody knows who the actual visitor was. */
export const suggestedContact = 'Suggested contact at a visiting company'
export const isSuggested = (key: (typeof matchKeys)[number] | null): boolean => key === 'company'
export const leadKinds = ['lead', 'test'] as const

/** A lead's campaign, person and match, as shown to people and sent to software. */
export const leadFacts = {
  leadspeek_api_id: id,
  campaignName: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  ...forLeadTexts(() => z.string()),
  page_url: z.string(),
  match_key: z.enum(matchKeys).nullable(),
}

/** What was credited for a lead, in dollars. */
const leadCredit = z.object({
  cause: z.enum(['return', 'exclusion']),
  retail: z.number().meta({ description: 'To the client.' }),
  wholesale: z.number().optional().meta({ description: 'To the agency: 0 while the operator has not decided.' }),
})

/** A lead in lists, the live feed and the export. Wholesale prices are absent for clients. */
export const leadRow = z.object({
  id,
  kind: z.enum(leadKinds),
  created_at: instant,
  company_id: id.meta({ description: 'The client.' }),
  company_name: z.string(),
  ...leadFacts,
  confidence: z.number().nullable().meta({ description: 'Match confidence, from 0 to 1.' }),
  retail_price: z.number().meta({ description: 'In dollars, fixed when the lead was created.' }),
  wholesale_price: z.number().optional(),
  credit: leadCredit.nullable().meta({
    description: 'What was credited for it since; null if nothing was, or if the credit was reversed.',
  }),
  converted_at: instant.nullable(),
  status: leadStatusKey.meta({ description: 'A status of the agency’s pipeline.' }),
  assignee: leadAssignee,
  next_action: shownNextAction,
  value_cents: leadValue_cents,
  tags: z.array(z.string()),
})
export type LeadRow = Plain<z.output<typeof leadRow>>

/** A resolved visit with the reason why it became a lead or did not. */
export const visitRow = z.object({
  id,
  at: instant,
  company_id: id,
  leadspeek_api_id: id,
  campaignName: z.string(),
  kind: z.string(),
  page_url: z.string(),
  title: z.string(),
  referrer_host: z.string(),
  match_key: z.enum(matchKeys).nullable(),
  confidence: z.number().nullable(),
  person_name: z.string().nullable().meta({ description: 'Only for a person who is a lead of this client.' }),
  search: shownSearch.nullable().meta({ description: 'For searches: phrases and their number.' }),
  reason: z.enum(reasons),
  cap_of: z.enum(['campaign', 'client', 'agency']).nullable().meta({
    description: 'Company or campaign whose spend cap was met. Clients don’t see an agency’s.',
  }),
  lead_id: id.nullable(),
})
export type VisitRow = Plain<z.output<typeof visitRow>>

/** A stage on a visit's way: passed, the one that stopped it, or one that it did not come to. */
const visitStage = z.object({
  reason: z.enum(reasons),
  outcome: z.enum(['passed', 'stopped', 'not_reached']),
})
export type VisitStage = z.output<typeof visitStage>

export const visitDetail = visitRow.extend({
  company_name: z.string(),
  module: z.enum(modules).meta({ description: 'The campaign’s module, which decides the stages.' }),
  stages: z.array(visitStage).meta({ description: 'All stages of the module that a page shows, in their order.' }),
})
export type VisitDetail = Plain<z.output<typeof visitDetail>>

/**
 * An exact transfer of the lead's money, with the balances of both accounts before and after it in cents. Clients see
 * their own account: what their agency earned from them is absent.
 */
const leadTransfer = z.object({
  id,
  kind: z.string(),
  amount_e4: z.int().meta({ description: 'In 1/10,000 dollar.' }),
  at: instant,
  debit_account: z.string(),
  debit_before_cents: z.int(),
  debit_after_cents: z.int(),
  credit_account: z.string().optional(),
  credit_before_cents: z.int().optional(),
  credit_after_cents: z.int().optional(),
})

/** A rule of the pipeline that the visit passed on its way to the lead, with the compared values. */
const passedRule = z.object({
  reason: z.enum(reasons).meta({ description: 'Reason that the visit would have had if it had failed this stage.' }),
  stage: z.string(),
  detail: z
    .object({ text: z.string(), values: z.record(z.string(), z.union([z.string(), z.int()])) })
    .nullable()
    .meta({ description: 'What the stage compared: a sentence and its values.' }),
})
export type PassedRule = z.output<typeof passedRule>

/** What speaks for having identified the visitor: what was checked at the visit, before anything was stored of it. */
const leadConsent = z.object({
  at: instant.meta({ description: 'When the visit was.' }),
  country: z.string().meta({ description: 'Of the visitor’s network, as two letters of ISO 3166; empty if unknown.' }),
  checks: z.array(z.string()).meta({ description: 'What was asked, and allowed the visit; a sentence each.' }),
  rule: z.string().meta({ description: 'The rule by which people may be identified there.' }),
})
export type LeadConsent = z.output<typeof leadConsent>

export const leadDetail = leadRow.extend({
  consent: leadConsent.nullable().meta({
    description:
      'What the visit was checked for before it identified anybody; null for searches, tests and leads from before.',
  }),
  search: shownSearch.nullable().meta({ description: 'The searches that led to the lead; null if a visit did.' }),
  information: z
    .array(z.object({ id: z.string(), name: z.string(), value: z.string() }))
    .meta({ description: 'Advance information sent with the lead; empty for modules without it.' }),
  visits: z.array(visitRow).meta({ description: 'The person’s visits to this client, newest first; up to 200.' }),
  other_campaigns: z.int().nullable().meta({
    description:
      'In how many other campaigns the person is a lead, as far as the caller sees; null if nobody is known.',
  }),
  rules: z.array(passedRule),
  money: z.object({
    retail_price: z.number(),
    wholesale_price: z.number().optional(),
    transfers: z.array(leadTransfer),
  }),
})
export type LeadDetail = Plain<z.output<typeof leadDetail>>
