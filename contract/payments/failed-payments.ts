import { z } from 'zod'
import { chargeKind, chargeStatus } from '../billing/charges.ts'
import { managers } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, localDate } from '../core/wire.ts'

const failedPayment = z.object({
  /** The charge. */
  id,
  company_id: id,
  company_name: z.string(),
  kind: chargeKind,
  /** The number of its invoice; empty if it has none. */
  invoice: z.string(),
  /** Dollars. */
  amount: z.number(),
  status: chargeStatus,
  cause: z.string().nullable(),
  paid_with: z.string(),
  /** Payer’s local date of the first decline, and of the next retry; null if none is left or a new card is needed. */
  failed_on: localDate,
  next_try_on: localDate.nullable(),
  /** All retries have failed: campaigns create no leads until it is paid. */
  is_over: z.boolean(),
  /** The same card would be declined again, whenever it is retried. */
  needs_card: z.boolean(),
})
export type FailedPayment = z.output<typeof failedPayment>

export const listFailedPayments = operation({
  id: 'own',
  name: 'listFailedPayments',
  area: 'payments',
  method: 'GET',
  path: '/payment/failed/{companyID}',
  summary: 'Lists declined payments that are not paid yet: of an agency’s clients, or of the operator’s agencies.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(failedPayment),
  access: managers('settings.enable'),
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const retryCharge = operation({
  id: 'own',
  name: 'retryCharge',
  area: 'payments',
  method: 'POST',
  path: '/payment/failed/retry',
  summary:
    'Retries a declined charge now with the payer’s stored card, at the request of the payer or the payee. Not for top-ups: another one is bought instead.',
  body: z.strictObject({ companyID: id, chargeID: id }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
    agencyOwner: { reach: ['own', 'below'] },
    client: { reach: ['own'] },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})
