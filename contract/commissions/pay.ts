import { z } from 'zod'
import { id, operationId } from '../core/ids.ts'
import { dollars } from '../core/money.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'
import { doneAnswer, localDate } from '../core/wire.ts'
import { operators } from './commissions.ts'

const inBody = { kind: 'company', in: 'body', key: 'companyID' } as const
const access = { ...operators, rootAdmin: { reach: ['own'] as const, permission: 'settings.update' as const } }

/** At most two decimals, 50 percent at most. */
const percent = z
  .number(sentences.percent)
  .min(0, sentences.percent)
  .max(50, sentences.percent)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, sentences.percent)

export const setCommissionRate = operation({
  id: 'own',
  name: 'setCommissionRate',
  area: 'commissions',
  method: 'PUT',
  path: '/commissions/rate',
  summary: 'Sets a sales person’s commission rate from a date on, by default today. The date cannot be in the past.',
  body: z.strictObject({ companyID: id, salesId: id, percent, valid_from: localDate.optional() }),
  answer: doneAnswer,
  access,
  object: inBody,
})

export const payCommissions = operation({
  id: 'own',
  name: 'payCommissions',
  area: 'commissions',
  method: 'POST',
  path: '/commissions/paid-by-hand',
  summary: 'Marks commissions of a sales person as paid manually, once per operation ID.',
  body: z.strictObject({ companyID: id, salesId: id, amount: dollars, operationId: operationId.optional() }),
  answer: doneAnswer,
  errors: ['conflict'],
  access,
  object: inBody,
})
