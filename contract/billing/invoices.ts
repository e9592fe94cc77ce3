import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import { paymentTerms } from '../companies/selections.ts'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { done, instant, localDate } from '../core/wire.ts'
import { chargeStatus } from './charges.ts'

export const invoice = z.object({
  id,
  /** `2026-0001` of an agency to its clients, `P-2026-0001` of the operator to an agency. */
  number: z.string(),
  issued_at: instant,
  /** The day after the last one that it is for; null for a single fee. */
  ends_on: z.string().nullable(),
  /** Dollars: in all with tax, of that tax, taken off or paid before, and what was asked for. */
  total: z.number(),
  tax: z.number(),
  deduction: z.number(),
  amount: z.number(),
  /** Dollars: what of it was given back. */
  refunded: z.number(),
  status: chargeStatus,
  cause: z.string().nullable(),
  paid_with: z.string(),
  /** The payer’s local date on which a declined one is tried again; null where it is not. */
  next_try_on: localDate.nullable(),
})
export type Invoice = z.output<typeof invoice>

/** Who sees what a company was asked to pay: its own people, and those whom it pays. */
export const payersAndPayees: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'settings.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'settings.enable' },
  client: { reach: ['own'] },
}
const params = z.strictObject({ companyID: id })
const company = { kind: 'company', in: 'params', key: 'companyID' } as const

export const listInvoices = operation({
  id: 'own',
  name: 'listInvoices',
  area: 'billing',
  method: 'GET',
  path: '/billing/invoices/{companyID}',
  summary: 'The invoices that a client has of its agency, or an agency of its operator, the newest first.',
  params,
  query: pageQuery,
  answer: pageOf(invoice),
  access: payersAndPayees,
  object: company,
})

const feeDay = localDate.nullable()
const line = z.object({
  /** Its place on the invoice, from 1. */
  line: z.int(),
  kind: z.enum([
    'leads',
    'enrichment',
    'minimum_spend',
    'onboarding',
    'developer',
    'manual_bill',
    // What the cost setup asks for besides leads: a product's fee, and what its leads lack of a month's minimum.
    'platform_fee',
    'lead_minimum',
    // Of an agency: what an earlier month left out because a client's payment carried it, which failed.
    'earlier_leads',
    // What earlier invoices asked for too little of: less than a card takes, or credits that were taken off and then taken back.
    'earlier_balance',
  ]),
  /** A campaign's or a list's name; of earlier leads the number of the client's invoice. */
  campaign: z.string(),
  /** Of a fee on an agency's invoice: the client who uses the product; of earlier leads the one whose payment failed. */
  client: z.string(),
  /** Of a fee: its product, and its first and last local day. */
  module: z.enum(modules).nullable(),
  first_day: feeDay,
  last_day: feeDay,
  quantity: z.int(),
  /** Dollars for one, with up to four decimals. */
  unit_price: z.number(),
  amount: z.number(),
  /** Dollars besides the amount, half to even; the rate, its name and its place as they were. Null and empty where nothing is taxed. */
  tax: z.number(),
  tax_percent: z.number().nullable(),
  tax_name: z.string(),
  tax_place: z.string(),
  /** Of what earlier invoices left over: which of them, dollars of each, and of how many leads whose credit was taken back. */
  sources: z.array(z.object({ invoice_id: id, number: z.string(), amount: z.number(), leads: z.int() })),
})
export type InvoiceLine = z.output<typeof line>

export const getInvoice = operation({
  id: 'own',
  name: 'getInvoice',
  area: 'billing',
  method: 'GET',
  path: '/billing/invoices/{companyID}/{invoiceID}',
  summary: 'An invoice with its lines.',
  params: z.strictObject({ companyID: id, invoiceID: id }),
  answer: z.object({
    result: z.literal('success'),
    data: invoice.extend({
      seller: z.string(),
      payer: z.string(),
      /** As they were then; empty where none was told, and on invoices of sellers without a tax table. */
      seller_tax_number: z.string(),
      payer_tax_number: z.string(),
      /** Why no tax was asked, of an exempt payer. */
      tax_note: z.string(),
      lines: z.array(line),
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
  summary: 'An invoice as PDF, in the payer’s language and the seller’s brand.',
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
  summary: 'The credit note of a refund as PDF, in the payer’s language and the seller’s brand.',
  params: z.strictObject({ companyID: id, refundId: id }),
  answer: z.string(),
  access: payersAndPayees,
  object: company,
  transport: 'download',
})

const expectedLine = z.object({
  kind: z.enum(['leads', 'enrichment', 'platform_fee', 'lead_minimum', 'earlier_leads', 'earlier_balance']),
  /** Null for leads, and where an agency's clients are told together. */
  module: z.enum(modules).nullable(),
  first_day: feeDay,
  last_day: feeDay,
  /** Dollars. */
  amount: z.number(),
})
export type BillingLine = z.output<typeof expectedLine>

const billing = z.object({
  /** Dollars: of all open charges, and booked but on no invoice yet. */
  due: z.number(),
  accrued: z.number(),
  /** The local date on which the running period is charged. */
  next_charge_on: z.string(),
  term: z.enum(paymentTerms),
  /** Of what the next charge consists as things stand: what is booked, and of a client what its running period will add. */
  lines: z.array(expectedLine),
  /** Dollars: what of these lines is paid or asked for already, and what they come to without it. */
  deduction: z.number(),
  expected: z.number(),
  /** Dollars, of that: tax as it is asked today. The invoice rounds it line by line, so that it may differ by cents. */
  tax: z.number(),
})
export type Billing = z.output<typeof billing>

export const readBilling = operation({
  id: 'own',
  name: 'readBilling',
  area: 'billing',
  method: 'GET',
  path: '/billing/summary/{companyID}',
  summary: 'What a company has to pay now, what it has used since its last invoice, and when it is charged next.',
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
  summary: 'Says that a charge was paid by hand: an agency of its clients’ charges, the operator of its agencies’.',
  body: z.strictObject({ companyID: id, chargeID: id }),
  answer: done,
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
    agencyOwner: { reach: ['below'] },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
