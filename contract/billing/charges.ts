import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant, localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/**
 * `sent`, `unknown`: the payment provider has been asked and has not said what became of it; `declined`: it refused;
 * `settled`: paid by hand, or nothing was left to pay of it.
 */
export const chargeStatus = z.enum(['due', 'sent', 'unknown', 'declined', 'succeeded', 'settled'])

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
  /** Why it stands there: the provider’s code for a refusal, or what is missing before it can be asked for. */
  cause: z.string().nullable(),
  /** The card that was asked last; empty before. */
  paid_with: z.string(),
  /** The payer’s local date on which a declined one is tried again; null where it is not. */
  next_try_on: localDate.nullable(),
  /** Dollars: before a coupon, what it took off, and what is asked for. */
  price: z.number(),
  discount: z.number(),
  amount: z.number(),
  created_at: instant,
})
export type Charge = Plain<z.output<typeof charge>>

export const listCharges = operation({
  id: 'own',
  name: 'listCharges',
  area: 'billing',
  method: 'GET',
  path: '/billing/charges/{companyID}',
  summary: 'What an agency was asked to pay, the newest first.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(charge),
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.enable' },
    agencyOwner: { reach: ['own'] },
    // Reading is no charge and no payout (SEC-8).
    administrator: { reach: ['own'], permission: 'settings.enable' },
  },
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
