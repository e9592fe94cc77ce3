import { z } from 'zod'
import { id, operationId } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { dollars } from '../core/money.ts'
import { doneWith, instant } from '../core/wire.ts'
import { payersAndPayees } from './charges.ts'

/** Why money is refunded: the payer asked, a duplicate charge, a wrong price, or bad leads. */
const refundReason = z.enum(['requested', 'duplicate', 'mistake', 'quality'])

/** A line of the charge's invoice by its number, and how many dollars of it. */
const refundLine = z.object({ line: z.int(), amount: z.number() })

export const refund = z.object({
  id,
  /** `C-2026-0001` from an agency to its clients, `CP-2026-0001` from the operator to an agency; empty until sent. */
  credit_note: z.string(),
  /** Dollars, and how much of them is tax. */
  amount: z.number(),
  tax: z.number(),
  reason: refundReason,
  state: z.enum(['sent', 'succeeded', 'failed']),
  /** The payment provider’s decline code. */
  cause: z.string().nullable(),
  /** The refunded lines, if single lines were chosen; empty for a refund of the whole. */
  lines: z.array(refundLine),
  created_at: instant,
})
export type Refund = z.output<typeof refund>

export const listRefunds = operation({
  id: 'own',
  name: 'listRefunds',
  area: 'billing',
  method: 'GET',
  path: '/billing/refunds/{companyID}/{chargeId}',
  summary: 'Lists the refunds of a charge with their credit notes, and what can still be refunded.',
  params: z.strictObject({ companyID: id, chargeId: id }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      refunds: z.array(refund),
      /** Dollars: how much of the payment is neither refunded nor being refunded. */
      refundable: z.number(),
      /** Dollars: what is left of each line of its invoice, none more than `refundable`; together they can come to more. */
      lines: z.array(refundLine),
    }),
  }),
  access: payersAndPayees,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const refundCharge = operation({
  id: 'own',
  name: 'refundCharge',
  area: 'payments',
  method: 'POST',
  path: '/payment/refund',
  summary:
    'Refunds a payment in full, in part or by invoice line: for agencies, a client’s payment; for the operator, an agency’s. Runs once per operation ID.',
  body: z.strictObject({
    companyID: id,
    chargeId: id,
    /** Out of the whole charge; with lines, their sum. */
    amount: dollars,
    lines: z
      .array(z.strictObject({ line: z.int().min(1).max(1_000_000), amount: dollars }))
      .min(1)
      .max(500)
      .optional(),
    reason: refundReason,
    operationId: operationId.optional(),
  }),
  answer: doneWith(refund),
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
    agencyOwner: { reach: ['below'] },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})
