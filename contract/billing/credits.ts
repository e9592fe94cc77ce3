import { z } from 'zod'
import { id, operationId } from '../core/ids.ts'
import { dollars } from '../core/money.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, line, localDate } from '../core/wire.ts'

export const payOutCredit = operation({
  id: 'own',
  name: 'payOutCredit',
  area: 'billing',
  method: 'POST',
  path: '/billing/credits/pay-out',
  summary:
    'Records that a credit was paid out outside the platform: for agencies, a client’s credit; for the operator, an agency’s. Runs once per operation ID.',
  body: z.strictObject({
    companyID: id,
    /** Dollars: at most the credit. */
    amount: dollars,
    /** The day on which it was paid out. */
    paid_on: localDate,
    /** How it was paid out, such as the bank’s reference. */
    note: line(500),
    operationId: operationId.optional(),
  }),
  answer: doneAnswer,
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
    agencyOwner: { reach: ['below'] },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const writeOffCharge = operation({
  id: 'own',
  name: 'writeOffCharge',
  area: 'billing',
  method: 'POST',
  path: '/billing/write-off',
  summary:
    'Gives up an open charge, all of it and for good: for agencies, a client’s charge; for the operator, an agency’s. Runs once per charge.',
  body: z.strictObject({
    companyID: id,
    chargeId: id,
    /** Why nobody expects the money any more; kept in the activity log. */
    reason: line(500),
    operationId: operationId.optional(),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
    agencyOwner: { reach: ['below'] },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
