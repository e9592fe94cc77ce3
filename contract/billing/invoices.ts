import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import { paymentTerms } from '../companies/selections.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, instant, localDate } from '../core/wire.ts'
import { chargeStatus, payersAndPayees } from './charges.ts'

export const invoice = z.object({
  id,
  /** `2026-0001` from an agency to its clients, `P-2026-0001` from the operator to an agency. */
  number: z.string(),
  issued_at: instant,
  /** The day after the last day of the billing period; null for a one-time fee. */
  ends_on: z.string().nullable(),
  /** Dollars: total with tax, tax included in it, deductions and prepayments, and the amount charged. */
  total: z.number(),
  tax: z.number(),
  deduction: z.number(),
  amount: z.number(),
  /** Dollars: how much of it was refunded. */
  refunded: z.number(),
  status: chargeStatus,
  cause: z.string().nullable(),
  paid_with: z.string(),
  /** The payer’s local date of the next retry after a decline; null if there is none. */
  next_try_on: localDate.nullable(),
})
export type Invoice = z.output<typeof invoice>

const params = z.strictObject({ companyID: id })
const company = { kind: 'company', in: 'params', key: 'companyID' } as const

export const listInvoices = operation({
  id: 'own',
  name: 'listInvoices',
  area: 'billing',
  method: 'GET',
  path: '/billing/invoices/{companyID}',
  summary: 'Lists the invoices a client has from its agency, or an agency from its operator, newest first.',
  params,
  query: pageQuery,
  answer: pageOf(invoice),
  access: payersAndPayees,
  object: company,
})

const feeDay = localDate.nullable()
export const invoiceLine = z.object({
  /** Line number on the invoice, from 1. */
  line: z.int(),
  kind: z.enum([
    'leads',
    'enrichment',
    'minimum_spend',
    'onboarding',
    'developer',
    'manual_bill',
    // Charges of the cost setup besides leads: a product's fee, and the shortfall to a month's lead minimum.
    'platform_fee',
    'lead_minimum',
    // On an agency's invoice: leads an earlier month left out because a client's payment covered them, which failed.
    'earlier_leads',
    // Undercharges of earlier invoices: amounts below the card minimum, or deducted credits that were revoked later.
    'earlier_balance',
  ]),
  /** The name of a campaign or list; for earlier leads, the number of the client's invoice. */
  campaign: z.string(),
  /** For a fee on an agency's invoice: the client using the product; for earlier leads: whose payment failed. */
  client: z.string(),
  /** For a fee: its product, and its first and last local day. */
  module: z.enum(modules).nullable(),
  first_day: feeDay,
  last_day: feeDay,
  quantity: z.int(),
  /** Dollars per unit, with up to four decimals. */
  unit_price: z.number(),
  amount: z.number(),
  /** Tax on top of the amount in dollars, half to even; its rate, name and place then. Null and empty if not taxed. */
  tax: z.number(),
  tax_percent: z.number().nullable(),
  tax_name: z.string(),
  tax_place: z.string(),
  /** For earlier balances: source invoices, dollars of each, and number of leads whose credit was revoked. */
  sources: z.array(z.object({ invoice_id: id, number: z.string(), amount: z.number(), leads: z.int() })),
})
export type InvoiceLine = z.output<typeof invoiceLine>

export const getInvoice = operation({
  id: 'own',
  name: 'getInvoice',
  area: 'billing',
  method: 'GET',
  path: '/billing/invoices/{companyID}/{invoiceID}',
  summary: 'Reads an invoice with its lines.',
  params: z.strictObject({ companyID: id, invoiceID: id }),
  answer: z.object({
    result: z.literal('success'),
    data: invoice.extend({
      seller: z.string(),
      payer: z.string(),
      /** As of the invoice; empty if unknown, and on invoices of sellers without a tax table. */
      seller_tax_number: z.string(),
      payer_tax_number: z.string(),
      /** Why an exempt payer was charged no tax. */
      tax_note: z.string(),
      lines: z.array(invoiceLine),
    }),
  }),
  access: payersAndPayees,
  object: company,
})

export const downloadInvoice = operation({
  id: 'own',
  name: 'downloadInvoice',
  area: 'billing',
  method: 'GET',
  path: '/billing/invoices/{companyID}/{invoiceID}/pdf',
  summary: 'Downloads an invoice as PDF, in the payer’s language and the seller’s brand.',
  params: z.strictObject({ companyID: id, invoiceID: id }),
  answer: z.string(),
  access: payersAndPayees,
  object: company,
  transport: 'download',
})

export const downloadCreditNote = operation({
  id: 'own',
  name: 'downloadCreditNote',
  area: 'billing',
  method: 'GET',
  path: '/billing/credit-notes/{companyID}/{refundId}/pdf',
  summary: 'Downloads the credit note of a refund as PDF, in the payer’s language and the seller’s brand.',
  params: z.strictObject({ companyID: id, refundId: id }),
  answer: z.string(),
  access: payersAndPayees,
  object: company,
  transport: 'download',
})

const expectedLine = z.object({
  kind: z.enum(['leads', 'enrichment', 'platform_fee', 'lead_minimum', 'earlier_leads', 'earlier_balance']),
  /** Null for leads, and where an agency's clients are combined. */
  module: z.enum(modules).nullable(),
  first_day: feeDay,
  last_day: feeDay,
  /** Dollars. */
  amount: z.number(),
})
export type BillingLine = z.output<typeof expectedLine>

const billing = z.object({
  /** Dollars: all open charges, and what is booked but not invoiced yet. */
  due: z.number(),
  accrued: z.number(),
  /** The local date on which the current period is charged. */
  next_charge_on: z.string(),
  term: z.enum(paymentTerms),
  /** Dollars: what the payee owes it, such as for returned leads. Deducted from the next charges, or paid out. */
  credit: z.number(),
  /** Credits paid out outside the platform, and debts given up when the company was removed, newest first, at most 20. */
  settlements: z.array(
    z.object({ kind: z.enum(['credit_paid_out', 'debt_written_off']), amount: z.number(), at: instant }),
  ),
  /** What the next charge will consist of: what is booked and, for a client, what its current period will add. */
  lines: z.array(expectedLine),
  /** Dollars: how much of these lines is already paid or charged, and the rest. */
  deduction: z.number(),
  expected: z.number(),
  /** Dollars, included in that: tax at today's rate. The invoice rounds tax per line, so it may differ by cents. */
  tax: z.number(),
})
export type Billing = z.output<typeof billing>

export const readBilling = operation({
  id: 'own',
  name: 'readBilling',
  area: 'billing',
  method: 'GET',
  path: '/billing/summary/{companyID}',
  summary: 'Reads what a company owes now, its usage since the last invoice, and when it is charged next.',
  params,
  answer: z.object({
    result: z.literal('success'),
    data: billing,
  }),
  access: payersAndPayees,
  object: company,
})

export const settleCharge = operation({
  id: 'own',
  name: 'settleCharge',
  area: 'billing',
  method: 'POST',
  path: '/billing/settle',
  summary:
    'Marks a charge as paid manually: for agencies, a charge of a client; for the operator, a charge of an agency.',
  body: z.strictObject({ companyID: id, chargeID: id }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
    agencyOwner: { reach: ['below'] },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
