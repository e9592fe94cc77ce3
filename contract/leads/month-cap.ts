import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, localDate } from '../core/wire.ts'
import { leadAccess } from './leads.ts'

const monthCap = z.object({
  cap_cents: z.int().meta({ description: 'What the campaign may cost the client in a month; 0: it has no cap.' }),
  used_cents: z.int().meta({ description: 'What its leads of this month cost, those that were given back too.' }),
  is_met: z.boolean().meta({ description: 'Whether one more lead would cost more than is left.' }),
  anew_on: localDate.meta({ description: 'The first day of the next month, by the campaign’s time zone.' }),
})
export type MonthCap = z.output<typeof monthCap>

export const readMonthCap = operation({
  id: 'own',
  name: 'readMonthCap',
  area: 'leads',
  method: 'GET',
  path: '/leads/month-cap/{id}',
  summary: 'How much of the money that a campaign may cost in this month is used.',
  params: z.strictObject({ id }),
  answer: doneWith(monthCap),
  access: leadAccess,
  object: { kind: 'campaign', in: 'params', key: 'id' },
})
