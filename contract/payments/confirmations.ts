import { z } from 'zod'
import { chargeKind } from '../billing/charges.ts'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, instant } from '../core/wire.ts'

/** Only the payer can confirm, at their own bank. */
const payers: Access = { agencyOwner: { reach: ['own'] }, client: { reach: ['own'] } }
const body = z.strictObject({ companyID: id, chargeID: id })
const object = { kind: 'company', in: 'body', key: 'companyID' } as const

const confirmation = z.object({
  /** The charge. */
  id,
  kind: chargeKind,
  /** The number of its invoice; empty if it has none. */
  invoice: z.string(),
  /** Dollars. */
  amount: z.number(),
  paid_with: z.string(),
  /** After this it is canceled. */
  confirm_by: instant,
})
export type Confirmation = z.output<typeof confirmation>

export const listConfirmations = operation({
  id: 'own',
  name: 'listConfirmations',
  area: 'payments',
  method: 'GET',
  path: '/payment/confirmations/{companyID}',
  summary: 'Lists a company’s payments that its bank wants to be confirmed (3-D Secure), earliest deadline first.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({ result: z.literal('success'), data: z.array(confirmation) }),
  access: payers,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const openConfirmation = operation({
  id: 'own',
  name: 'openConfirmation',
  area: 'payments',
  method: 'POST',
  path: '/payment/confirmations/open',
  summary: 'Returns the URL of the bank’s confirmation page, valid for one visit; null if there is nothing to confirm.',
  body,
  answer: doneWith(z.object({ url: z.string().nullable() })),
  errors: ['conflict', 'overloaded'],
  access: payers,
  object,
  limits: [{ count: 20, perSeconds: 3600, by: 'user' }],
  logged: false,
})

export const checkConfirmation = operation({
  id: 'own',
  name: 'checkConfirmation',
  area: 'payments',
  method: 'POST',
  path: '/payment/confirmations/check',
  summary: 'Fetches the outcome of a payment that was just confirmed or refused from the payment provider.',
  body,
  answer: doneAnswer,
  access: payers,
  object,
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
  logged: false,
})
