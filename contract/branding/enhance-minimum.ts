import { z } from 'zod'
import { operation } from '../core/operation.ts'

/** At most 500: counting a week of a state's supply for it still takes only a few milliseconds. */
export const enhanceMinimum = z.int('Enter a whole number.').min(1).max(500)

export const readEnhanceMinimum = operation({
  id: 'C102',
  name: 'readEnhanceMinimum',
  area: 'branding',
  method: 'GET',
  path: '/configuration/setting/minleaddayenhance',
  summary: 'The fewest leads a day that an Enhance ID campaign asks for; the operator sets it, 25 unless it did.',
  answer: z.object({ result: z.literal('success'), data: z.object({ minleaddayenhance: z.int() }) }),
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'] },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'] },
    client: { reach: ['own'] },
  },
})
