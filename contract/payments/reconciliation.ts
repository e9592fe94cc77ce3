import { z } from 'zod'
import { managers } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant, localDate } from '../core/wire.ts'

/** Dollars, less than 0 for what went out. */
const moved = {
  /** What the books say. */
  booked: z.number(),
  /** What the gateway says of the same, before its fees and payouts. */
  at_gateway: z.number(),
  difference: z.number(),
  /** What the gateway kept for its work, and what it sent on to the bank. */
  fees: z.number(),
  paid_out: z.number(),
  /** Of nothing that was asked for here. */
  other: z.number(),
  /** How many things stand on one side only, or differ. */
  unmatched: z.int(),
}

const day = z.object({ date: localDate, ...moved })
export type ReconciledDay = z.output<typeof day>

/** What it is: of the gateway’s entries, or of what is booked and was not found there. */
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

const unmatched = z.object({
  id,
  /** `gateway`: it moved there and is not booked, or differently; `books`: it is booked and did not move there. */
  side: z.enum(['gateway', 'books']),
  kind: unmatchedKind,
  /** What the payment provider calls it; empty where it knows nothing of it. */
  gateway_id: z.string(),
  at: instant,
  /** Dollars. */
  amount: z.number(),
  booked: z.number(),
  /** Who paid; null where that is not known. */
  company_id: id.nullable(),
  company_name: z.string().nullable(),
  /** The number of its invoice; empty for what has none. */
  invoice: z.string(),
})
export type Unmatched = z.output<typeof unmatched>

const readers = managers('settings.enable')
const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const
const params = z.strictObject({ companyID: id })

export const readReconciliation = operation({
  id: 'own',
  name: 'readReconciliation',
  area: 'payments',
  method: 'GET',
  path: '/payment/reconciliation/{companyID}/totals',
  summary: 'What the books and the payment provider say of a company’s balance there, as far as it was read.',
  params,
  answer: z.object({
    result: z.literal('success'),
    data: z.object({ ...moved, balance: z.number(), read_at: instant.nullable() }),
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
  summary: 'The same by day of the company’s calendar, the latest first; days without movement are left out.',
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
  summary: 'What stands at the payment provider or in the books alone, or differs; the latest first.',
  params,
  query: pageQuery,
  answer: pageOf(unmatched),
  access: readers,
  object: ofCompany,
})
