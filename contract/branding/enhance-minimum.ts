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
  summary: 'Reads the minimum daily leads of an Enhance ID campaign, set by the operator; 25 by default.',
  answer: z.object({ result: z.literal('success'), data: z.object({ minleaddayenhance: z.int() }) }),
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'] },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'] },
    client: { reach: ['own'] },
  },
})
