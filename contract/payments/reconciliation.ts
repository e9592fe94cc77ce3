import { z } from 'zod'
import { managers } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant, localDate } from '../core/wire.ts'

/** Dollars, negative for outgoing money. */
const movements = {
  /** What our books say. */
  booked: z.number(),
  /** What the gateway reports for the same, before its fees and payouts. */
  at_gateway: z.number(),
  difference: z.number(),
  /** The gateway's fees, and what it paid out to the bank. */
  fees: z.number(),
  paid_out: z.number(),
  /** Movements that were not requested here. */
  other: z.number(),
  /** How many entries exist on one side only, or differ. */
  unmatched: z.int(),
}

const day = z.object({ date: localDate, ...movements })
export type ReconciledDay = z.output<typeof day>

/** The type of the gateway’s entry, or of the booking that was not found there. */
const unmatchedKind = z.enum([
  'charge',
  'refund',
  'dispute',
  'share',
  'share_refund',
  'transfer',
  'payout',
  'fee',
  'other',
  'commission_payout',
])

const unmatchedEntry = z.object({
  id,
  /** `gateway`: it moved there and is not booked, or differently; `books`: it is booked and did not move there. */
  side: z.enum(['gateway', 'books']),
  kind: unmatchedKind,
  /** The payment provider's id; empty if it does not know it. */
  gateway_id: z.string(),
  at: instant,
  /** Dollars. */
  amount: z.number(),
  booked: z.number(),
  /** The payer; null if unknown. */
  company_id: id.nullable(),
  company_name: z.string().nullable(),
  /** The number of its invoice; empty if it has none. */
  invoice: z.string(),
})
export type Unmatched = z.output<typeof unmatchedEntry>

const readers = managers('settings.enable')
const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const
const params = z.strictObject({ companyID: id })

export const readReconciliation = operation({
  id: 'own',
  name: 'readReconciliation',
  area: 'payments',
  method: 'GET',
  path: '/payment/reconciliation/{companyID}/totals',
  summary: 'Reads a company’s balance according to the books and to the payment provider, as of the last reading.',
  params,
  answer: z.object({
    result: z.literal('success'),
    data: z.object({ ...movements, balance: z.number(), read_at: instant.nullable() }),
  }),
  access: readers,
  object: ofCompany,
})

export const listReconciledDays = operation({
  id: 'own',
  name: 'listReconciledDays',
  area: 'payments',
  method: 'GET',
  path: '/payment/reconciliation/{companyID}',
  summary:
    'Lists the reconciliation by day of the company’s calendar, latest first. Days without movements are omitted.',
  params,
  query: pageQuery,
  answer: pageOf(day),
  access: readers,
  object: ofCompany,
})

export const listUnmatched = operation({
  id: 'own',
  name: 'listUnmatched',
  area: 'payments',
  method: 'GET',
  path: '/payment/reconciliation/{companyID}/unmatched',
  summary: 'Lists entries that exist only at the payment provider or only in the books, or that differ; latest first.',
  params,
  query: pageQuery,
  answer: pageOf(unmatchedEntry),
  access: readers,
  object: ofCompany,
})
