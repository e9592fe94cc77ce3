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
  above: z.array(z.object({ of: z.enum(['client', 'agency']), anew_on: localDate })).meta({
    description:
      'Whose caps besides leave too little for one more lead of the campaign, and when they count anew. Clients are told nothing of their agency’s.',
  }),
})
export type MonthCap = z.output<typeof monthCap>

export const readMonthCap = operation({
  id: 'own',
  name: 'readMonthCap',
  area: 'leads',
  method: 'GET',
  path: '/leads/month-cap/{id}',
  summary: 'Reads how much of a campaign’s monthly spend cap is used, and which caps above it are met.',
  params: z.strictObject({ id }),
  answer: doneWith(monthCap),
  access: leadAccess,
  object: { kind: 'campaign', in: 'params', key: 'id' },
})
