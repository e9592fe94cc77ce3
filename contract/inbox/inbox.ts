import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import type { Access } from '../core/access.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneWith, flag, instant, localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { cause } from '../integrations/causes.ts'
import { accountKind } from '../integrations/services.ts'

/** What may need attention of an agency, most urgent first: lists use this order. */
export const agencyInboxKinds = [
  'delivery_paused',
  'connection_lost',
  'payment_disputed',
  'payment_declined',
  'payout_failed',
  'account_needs',
  'money_unmatched',
  'refund_returned',
  'leads_returned',
  'leads_held',
  'leads_apart',
  'delivery_failing',
  'mail_records_broken',
  'mail_stopped',
  'funds_empty',
  'campaign_silent',
  'remove_by_hand',
  'next_action_due',
  'mentioned',
  'no_leads',
  'limit_near',
  'limit_met',
  'cap_met',
  'limit_given',
  'new_leads',
] as const
/** And of a client. */
export const clientInboxKinds = ['action_due', 'mentioned'] as const
/** And of the operator. */
export const operatorInboxKinds = ['privacy_due', 'bursts_reported', 'shares_claimed'] as const
/** Addresses that get no email are a line of both. */
export const inboxKinds = [...operatorInboxKinds, 'action_due', ...agencyInboxKinds] as const
export type InboxKind = (typeof inboxKinds)[number]

/** Longest snooze. */
export const longestSnooze_days = 366
/** How many items one call can change. */
const maxChanged = 100

const readers: Access = {
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'], permission: 'settings.enable' },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'], permission: 'leads.enable' },
  client: { reach: ['own'] },
}
const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const
const inBody = { kind: 'company', in: 'body', key: 'companyID' } as const

const line = {
  kind: z.enum(inboxKinds),
  subject_id: id.meta({
    description:
      'The destination, campaign, client, lead or connection that it is about; for money, the agency; for a mention, an ID of its own. In the operator’s inbox, the agency.',
  }),
  mark: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description: 'Identifies the occurrence: if it occurs again, the value changes.' }),
}

const inboxItem = z.object({
  ...line,
  since: instant.nullable().meta({ description: 'When it began; for new leads, when they were last viewed.' }),
  company_id: id.meta({ description: 'The client, or the agency itself. In the operator’s inbox, the agency.' }),
  company_name: z.string(),
  leadspeek_api_id: id.nullable(),
  campaignName: z.string().nullable(),
  leadspeek_type: z.enum(modules).nullable(),
  count: z.int().meta({
    description:
      'Number of new leads, leads of a limit or a hold, people to remove, declined charges, returns, claims, bursts or privacy requests to decide, unmatched entries or addresses without email; 0 if not applicable.',
  }),
  cause: cause.nullable(),
  integration_slug: accountKind.nullable().meta({
    description: 'The service of a lost account; of a custom integration, `subject_id` is its ID.',
  }),
  lead: z.object({ id, name: z.string(), next_action: z.string() }).nullable().meta({
    description: 'Of a next action that is due, or of a note that mentions somebody.',
  }),
  snoozed_until: localDate.nullable(),
  assignee: z.object({ id, name: z.string() }).nullable(),
})
export type InboxItem = Plain<z.output<typeof inboxItem>>

export const inboxStates = ['open', 'snoozed', 'done'] as const

export const listInbox = operation({
  id: 'own',
  name: 'listInbox',
  area: 'inbox',
  method: 'GET',
  path: '/inbox/{companyID}',
  summary:
    'Lists what needs action across all clients of an agency, most urgent first: deliveries, accounts, payments, silent campaigns, next actions of leads, limits, new leads. For a client: next actions of its own people, and notes that mention them. For the operator: what agencies claim and report.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery.extend({
    state: z
      .enum(['', 'all', ...inboxStates])
      .default('open')
      .meta({ description: 'Open items if omitted or `all`.' }),
    kind: z.enum(['', 'all', ...inboxKinds]).default('all'),
    assigned: z.enum(['', 'all', 'me', 'nobody']).default('all'),
    clientID: idOrAll.default('all'),
  }),
  answer: pageOf(inboxItem),
  access: readers,
  object: ofCompany,
})

export const countInbox = operation({
  id: 'own',
  name: 'countInbox',
  area: 'inbox',
  method: 'GET',
  path: '/inbox/{companyID}/count',
  summary: 'Counts the open items in an agency’s, a client’s or the operator’s inbox.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({ open: z.int() }),
  access: readers,
  object: ofCompany,
})

export const listInboxColleagues = operation({
  id: 'own',
  name: 'listInboxColleagues',
  area: 'inbox',
  method: 'GET',
  path: '/inbox/{companyID}/colleagues',
  summary: 'Lists the company’s own people to whom an item can be assigned, up to 200.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
  access: readers,
  object: ofCompany,
})

const lines = z
  .array(z.strictObject(line))
  .min(1)
  .max(maxChanged)
  .meta({ description: 'Items as listed. Those that have ended or occurred again since are left unchanged.' })
const changeAnswer = doneWith(
  z.object({ changed: z.int().meta({ description: 'Number of items that still existed as given.' }) }),
)
const limits = [{ count: 120, perSeconds: 60, by: 'user' as const }]

export const settleInboxItems = operation({
  id: 'own',
  name: 'settleInboxItems',
  area: 'inbox',
  method: 'POST',
  path: '/inbox/done',
  summary: 'Marks inbox items as done until they occur again; F reopens them.',
  body: z.strictObject({ companyID: id, items: lines, is_done: flag }),
  answer: changeAnswer,
  access: readers,
  object: inBody,
  limits,
})

export const snoozeInboxItems = operation({
  id: 'own',
  name: 'snoozeInboxItems',
  area: 'inbox',
  method: 'POST',
  path: '/inbox/snooze',
  summary: `Snoozes inbox items until a date in the company’s time zone, up to ${longestSnooze_days} days ahead; null ends the snooze.`,
  body: z.strictObject({ companyID: id, items: lines, until: localDate.nullable() }),
  answer: changeAnswer,
  access: readers,
  object: inBody,
  limits,
})

export const assignInboxItems = operation({
  id: 'own',
  name: 'assignInboxItems',
  area: 'inbox',
  method: 'POST',
  path: '/inbox/assign',
  summary: 'Assigns inbox items to one of the company’s people; null removes the assignment.',
  body: z.strictObject({ companyID: id, items: lines, assignee_id: id.nullable() }),
  answer: changeAnswer,
  access: readers,
  object: inBody,
  limits,
})
