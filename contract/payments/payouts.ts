import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant, localDate } from '../core/wire.ts'

export const payoutStates = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

/** Why a bank sends a payout back, by the codes of payment providers. */
export const payoutCauses = {
  account_closed: 'The bank account was closed.',
  account_frozen: 'The bank account is frozen.',
  bank_account_restricted: 'The bank account takes no payouts.',
  bank_ownership_changed: 'The bank account now belongs to someone else.',
  debit_not_authorized: 'The bank account allows no debits.',
  incorrect_account_holder_address: 'The address of the bank account’s holder is not right.',
  incorrect_account_holder_name: 'The name of the bank account’s holder is not right.',
  incorrect_account_holder_tax_id: 'The tax number of the bank account’s holder is not right.',
  insufficient_funds: 'The balance at the payment provider was too low.',
  invalid_account_number: 'There is no bank account of this number.',
  invalid_currency: 'The bank account does not take this currency.',
  no_account: 'There is no bank account of this number.',
  unsupported_card: 'The card takes no payouts.',
} as const
/** For every other code. */
const otherPayoutCause = 'The bank gave no closer reason.'

const isKnown = (code: string): code is keyof typeof payoutCauses => Object.hasOwn(payoutCauses, code)

/** Why a payout failed, in plain words. */
export const payoutCauseOf = (
  code: string | null,
): (typeof payoutCauses)[keyof typeof payoutCauses] | typeof otherPayoutCause =>
  code !== null && isKnown(code) ? payoutCauses[code] : otherPayoutCause

const payout = z.object({
  id,
  /** Whose account it was paid out of: an agency’s, or one of the sales staff’s. */
  owner_kind: z.enum(['agency', 'sales']),
  owner_id: id,
  owner_name: z.string(),
  /** Less than 0 where the payment provider takes what is missing from the bank. */
  amount: z.number(),
  /** In three small letters. */
  currency: z.string(),
  state: z.enum(payoutStates),
  /** The payment provider’s code for a failure. */
  cause: z.string().nullable(),
  method: z.enum(['standard', 'instant']),
  is_automatic: z.boolean(),
  /** Of the bank account; empty where it is not known. */
  bank_last4: z.string(),
  arrives_on: localDate,
  made_at: instant,
  /** Since when it is known to stand so. */
  moved_at: instant,
})
export type Payout = z.output<typeof payout>

const payoutEntry = z.object({
  /** What the payment provider calls it. */
  gateway_id: z.string(),
  kind: z.enum(['charge', 'refund', 'dispute', 'share', 'share_refund', 'transfer', 'payout', 'fee', 'other']),
  at: instant,
  /** What came in, with less than 0 for what went out: before the payment provider’s fee. */
  amount: z.number(),
  fee: z.number(),
  /** Who paid; null where that is not known. */
  company_id: id.nullable(),
  company_name: z.string().nullable(),
  /** The number of its invoice; empty for what has none. */
  invoice: z.string(),
})
export type PayoutEntry = z.output<typeof payoutEntry>

/** The operator’s reads all, an agency’s those of its account, sales staff their own. */
const readers: Access = {
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'], permission: 'settings.enable' },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'], permission: 'settings.enable' },
  salesRep: { reach: ['own'] },
  accountExecutive: { reach: ['own'] },
}
const params = z.strictObject({ payoutId: id })

export const listPayouts = operation({
  id: 'own',
  name: 'listPayouts',
  area: 'payments',
  method: 'GET',
  path: '/payment/payouts',
  summary:
    'What the payment provider pays out of connected accounts to their banks, the latest first: one’s own, to the operator all of them.',
  query: pageQuery.extend({ state: z.enum(['', 'all', ...payoutStates]).default('all') }),
  answer: pageOf(payout),
  access: readers,
})

export const getPayout = operation({
  id: 'own',
  name: 'getPayout',
  area: 'payments',
  method: 'GET',
  path: '/payment/payouts/{payoutId}',
  summary: 'One payout, and how much of it came in and was kept.',
  params,
  answer: z.object({
    result: z.literal('success'),
    data: payout.extend({
      /** What the payment provider calls it. */
      gateway_id: z.string(),
      /** Whether it is known what it is made of: a payment provider says it of automatic payouts, a while later. */
      is_itemized: z.boolean(),
      /** Over all movements that it is made of. */
      entries: z.int(),
      gross: z.number(),
      fees: z.number(),
    }),
  }),
  access: readers,
})

export const listPayoutEntries = operation({
  id: 'own',
  name: 'listPayoutEntries',
  area: 'payments',
  method: 'GET',
  path: '/payment/payouts/{payoutId}/entries',
  summary:
    'What a payout is made of: payments, refunds and the like, the latest first, each with its payer and invoice.',
  params,
  query: pageQuery,
  answer: pageOf(payoutEntry),
  access: readers,
})
