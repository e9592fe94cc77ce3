import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant, localDate } from '../core/wire.ts'

export const payoutStates = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

/** Why a bank returns a payout, by the codes of payment providers. */
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
/** For all other codes. */
const otherPayoutCause = 'The bank gave no closer reason.'

const isKnown = (code: string): code is keyof typeof payoutCauses => Object.hasOwn(payoutCauses, code)

/** Explains why a payout failed. */
export const payoutCauseOf = (
  code: string | null,
): (typeof payoutCauses)[keyof typeof payoutCauses] | typeof otherPayoutCause =>
  code !== null && isKnown(code) ? payoutCauses[code] : otherPayoutCause

const payout = z.object({
  id,
  /** The owner of the account it was paid out from: an agency, or a member of the sales staff. */
  owner_kind: z.enum(['agency', 'sales']),
  owner_id: id,
  owner_name: z.string(),
  /** Negative if the payment provider debits the bank account for a shortfall. */
  amount: z.number(),
  /** Three lower-case letters. */
  currency: z.string(),
  state: z.enum(payoutStates),
  /** The payment provider’s failure code. */
  cause: z.string().nullable(),
  method: z.enum(['standard', 'instant']),
  is_automatic: z.boolean(),
  /** Of the bank account; empty if unknown. */
  bank_last4: z.string(),
  arrives_on: localDate,
  made_at: instant,
  /** When it entered this state, as far as known. */
  moved_at: instant,
})
export type Payout = z.output<typeof payout>

const payoutEntry = z.object({
  /** The payment provider's id of it. */
  gateway_id: z.string(),
  kind: z.enum(['charge', 'refund', 'dispute', 'share', 'share_refund', 'transfer', 'payout', 'fee', 'other']),
  at: instant,
  /** Before the payment provider’s fee; negative for outgoing money. */
  amount: z.number(),
  fee: z.number(),
  /** The payer; null if unknown. */
  company_id: id.nullable(),
  company_name: z.string().nullable(),
  /** The number of its invoice; empty if it has none. */
  invoice: z.string(),
})
export type PayoutEntry = z.output<typeof payoutEntry>

/** The operator’s staff read all, an agency’s owners those of its account, sales staff their own. */
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
    'Lists payouts of connected accounts to their banks, latest first: the caller’s own or, for the operator, all.',
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
  summary: 'Reads one payout with its total income and deductions.',
  params,
  answer: z.object({
    result: z.literal('success'),
    data: payout.extend({
      /** The payment provider's id of it. */
      gateway_id: z.string(),
      /** Whether its composition is known: a payment provider reports it for automatic payouts, some time later. */
      is_itemized: z.boolean(),
      /** Sum over all movements in it. */
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
    'Lists the entries of a payout, latest first: payments, refunds and others, each with its payer and invoice.',
  params,
  query: pageQuery,
  answer: pageOf(payoutEntry),
  access: readers,
})
