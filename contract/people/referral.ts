import { z } from 'zod'
import { managers, open } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { doneWith } from '../core/wire.ts'

export const checkReferral = operation({
  id: 'C182',
  name: 'checkReferral',
  area: 'people',
  method: 'GET',
  path: '/general/referralink/check/{code}',
  summary:
    'Checks whether a referral code exists, and which company it belongs to. An unknown code blocks no one (OQ-61).',
  params: z.strictObject({ code: z.string().min(1).max(64) }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({ valid: z.boolean(), company_name: z.string().nullable() }),
  }),
  access: open,
  limits: [{ count: 30, perSeconds: 300, by: 'address' }],
})

/** Clients do not know the operator behind their agency; sales staff bring agencies in other ways (R151). */
const refers = managers('settings.create')

export const createReferral = operation({
  id: 'C183',
  name: 'createReferral',
  area: 'people',
  method: 'POST',
  path: '/general/referralink/create',
  summary: 'Returns the caller’s referral link, creating it on the first call.',
  body: z.strictObject({}),
  answer: doneWith(z.object({ code: z.string(), link: z.string() })),
  access: refers,
})
