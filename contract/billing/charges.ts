import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant, localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/**
 * `sent`, `unknown`: the payment provider was called and has not reported an outcome; `declined`: it refused;
 * `settled`: paid manually, or nothing was left to pay; `written_off`: given up by whoever was owed.
 */
export const chargeStatus = z.enum(['due', 'sent', 'unknown', 'declined', 'succeeded', 'settled', 'written_off'])

export const chargeKind = z.enum([
  'onboarding',
  'manual_bill',
  'developer',
  'leads',
  'client_leads',
  'wallet_top_up',
  'campaign_top_up',
])

const charge = z.object({
  id,
  kind: chargeKind,
  status: chargeStatus,
  /** Why it has this status: the provider’s decline code, or what is missing before it can be charged. */
  cause: z.string().nullable(),
  /** The card that was last charged; empty before the first attempt. */
  paid_with: z.string(),
  /** The payer’s local date of the next retry after a decline; null if there is none. */
  next_try_on: localDate.nullable(),
  /** Dollars: price before a coupon, discount, and amount charged. */
  price: z.number(),
  discount: z.number(),
  amount: z.number(),
  /** Dollars: how much of it was refunded. */
  refunded: z.number(),
  /** A refund of it that is pending, or else its newest one if that failed; null otherwise. */
  refund_state: z.enum(['sent', 'failed']).nullable(),
  created_at: instant,
})
export type Charge = Plain<z.output<typeof charge>>

/** Who sees the charges of a company: its own people, and the company it pays. */
export const payersAndPayees: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'settings.enable' },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'settings.enable' },
  client: { reach: ['own'] },
}

export const listCharges = operation({
  id: 'own',
  name: 'listCharges',
  area: 'billing',
  method: 'GET',
  path: '/billing/charges/{companyID}',
  summary: 'Lists the charges of an agency, or those of a client that have no invoice, newest first.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(charge),
  // Reading neither charges nor pays out (SEC-8).
  access: payersAndPayees,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
