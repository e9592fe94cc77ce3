import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { typedBit } from '../core/documented-keys.ts'
import { id, operationId } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, flag } from '../core/wire.ts'

/** The operator decides how an agency is billed; sales staff never do (R151). */
const operators: Access = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'settings.update' },
}

const whatWasShown = {
  /** The amount that was shown (`quoteBilling`); if omitted, the last one shown to this session counts, if any. */
  quote_id: id.optional(),
}

/** What an accepted amount is for: switching manual billing off, or what is still due after a settlement. */
const billingPurposes = ['manual_bill', 'settlement'] as const

export const quoteBilling = operation({
  id: 'own',
  name: 'quoteBilling',
  area: 'billing',
  method: 'GET',
  path: '/billing/quote/{companyID}/{purpose}',
  summary: 'Quotes the amount that an agency would be charged for an operator’s action, to show before confirming.',
  params: z.strictObject({ companyID: id, purpose: z.enum(billingPurposes) }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      quote_id: id,
      /** Dollars. */
      amount: z.number(),
    }),
  }),
  access: operators,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const setBillingMethod = operation({
  id: 'C123',
  name: 'setBillingMethod',
  area: 'billing',
  method: 'PUT',
  path: '/payment/set-billing-method',
  summary:
    'Switches manual billing on or off. On: the agency’s campaigns are billed to its card at wholesale prices. Off: all its campaigns stop, and what it owes becomes due at once.',
  body: z.strictObject({
    companyID: id,
    manualBill: flag,
    /** The id of the charge that F makes; if omitted, the call generates one (decision 38). */
    operationId: operationId.optional(),
    ...whatWasShown,
  }),
  answer: doneAnswer,
  errors: ['conflict', 'terms_changed'],
  access: operators,
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const settleManualBill = operation({
  id: 'C078',
  name: 'settleManualBill',
  area: 'billing',
  method: 'PUT',
  path: '/general/manual-bill-settlement',
  summary: 'Clears an agency’s failed payment, so that its people regain access. Due charges stay due.',
  body: z.strictObject({ userID: id.meta({ description: "The agency's main user." }), ...whatWasShown }),
  answer: doneAnswer,
  errors: ['terms_changed'],
  access: operators,
  object: { kind: 'user', in: 'body', key: 'userID' },
})

export const excludeMinimumSpend = operation({
  id: 'C077',
  name: 'excludeMinimumSpend',
  area: 'billing',
  method: 'PUT',
  path: '/configuration/setting/exclude-include-mininum-spend',
  summary: 'Exempts an agency from the minimum spend, or includes it again. Toggles if no value is given.',
  body: z.strictObject({ companyID: id, exclude_minimum_spend: typedBit.optional() }),
  answer: z.object({
    result: z.literal('success'),
    message: z.string(),
    exclude_minimum_spend: z.union([z.literal(0), z.literal(1)]),
  }),
  access: operators,
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
