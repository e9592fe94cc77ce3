import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneWith, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { leadAccess } from '../leads/leads.ts'
import { payersAndPayees } from './charges.ts'
import { invoice } from './invoices.ts'
import { refund } from './refunds.ts'

/** A bill that ended manual billing: a charge without an invoice. */
const bill = invoice
  .pick({ id: true, amount: true, refunded: true, status: true, cause: true, paid_with: true, next_try_on: true })
  .extend({ created_at: instant })

/** What a lead cost one payer, and what happened to it: its invoice, how that was paid, and what was refunded. */
const leg = z.object({
  leg: z.enum(['retail', 'wholesale']),
  company_id: id.meta({ description: 'The payer: the client or the agency.' }),
  company_name: z.string(),
  price: z.number().meta({ description: 'In dollars.' }),
  priced_at: instant,
  top_ups: z
    .array(
      z.object({ id, amount: z.number().meta({ description: 'In dollars: what was bought.' }), bought_at: instant }),
    )
    .meta({
      description:
        'The top-ups, first used first, whose money paid for the leads that were found at the same moment. Empty if none was prepaid.',
    }),
  invoice: invoice.nullable().meta({ description: 'Null until the period has ended.' }),
  line: z.int().nullable().meta({ description: 'Its position on the invoice, from 1.' }),
  line_amount: z.number().nullable().meta({ description: 'In dollars: total of the line, for all its leads.' }),
  later: z.object({ invoice, line: z.int(), amount: z.number() }).nullable().meta({
    description:
      'If the invoice omitted the lead because its client’s payment covered it, and that payment failed: the later invoice that bills it, and its line.',
  }),
  bill: bill.nullable().meta({
    description:
      'The bill that charged the lead when manual billing ended: before its invoice, or because an invoice had omitted it or deducted its credit.',
  }),
  commissions: z
    .array(z.object({ name: z.string(), percent: z.number(), amount: z.number().meta({ description: 'In dollars.' }) }))
    .optional()
    .meta({
      description:
        'For the operator only: what sales staff have earned from the payment of the invoice, for all its leads.',
    }),
  line_tax: z.number().nullable().meta({ description: 'In dollars: tax of the line, not included in its amount.' }),
  refunds: z.array(refund.extend({ of_line: z.boolean(), part: z.number() })).meta({
    description: 'Refunds of this line or of the whole invoice; `part` is in dollars, of the line or of the whole.',
  }),
  credits: z.array(
    z.object({
      cause: z.enum(['return', 'exclusion']),
      amount: z.number(),
      tax: z.number().meta({ description: 'In dollars: the refunded part of the line’s tax.' }),
      credited_at: instant,
      taken_back_at: instant.nullable(),
      asked_again: z.object({ invoice, line: z.int(), amount: z.number() }).nullable().meta({
        description:
          'If an invoice had deducted the credit before it was reversed: the later invoice that bills it again, its line, and the amount for this lead in dollars.',
      }),
    }),
  ),
})
export type TrailLeg = Plain<z.output<typeof leg>>

export const readMoneyTrail = operation({
  id: 'own',
  name: 'readMoneyTrail',
  area: 'billing',
  method: 'GET',
  path: '/billing/money-trail/{id}',
  summary:
    'Traces the money of a lead: its invoice and line, how that was paid, refunds and credits. Clients see only what they pay.',
  params: z.strictObject({ id }),
  answer: doneWith(z.array(leg)),
  access: payersAndPayees,
  object: { kind: 'lead', in: 'params', key: 'id' },
})

const leadOfLine = z.object({
  lead_id: id,
  person_name: z.string(),
  leadspeek_type: z.enum(modules),
  captured_at: instant,
  price: z.number().meta({ description: 'In dollars: its price on this invoice.' }),
  credited: z.boolean().meta({ description: 'Whether its price has been credited since.' }),
})
export type LeadOfLine = Plain<z.output<typeof leadOfLine>>

export const listLineLeads = operation({
  id: 'own',
  name: 'listLineLeads',
  area: 'billing',
  method: 'GET',
  path: '/billing/invoices/{companyID}/{invoiceID}/lines/{line}/leads',
  summary: 'Lists the leads billed by an invoice line, in the order in which they were captured.',
  params: z.strictObject({ companyID: id, invoiceID: id, line: z.coerce.number().int().min(1).max(1_000_000) }),
  query: pageQuery,
  answer: pageOf(leadOfLine),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
