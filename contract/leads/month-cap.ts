import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, localDate } from '../core/wire.ts'
import { leadAccess } from './leads.ts'

const monthCap = z.object({
  cap_cents: z
    .int()
    .meta({ description: 'In US cents: maximum that the campaign may cost the client in a month; 0 for no cap.' }),
  used_cents: z.int().meta({ description: 'In US cents: cost of this month’s leads, including returned ones.' }),
  is_met: z.boolean().meta({ description: 'Whether another lead would exceed the cap.' }),
  anew_on: localDate.meta({ description: 'First day of the next month, in the campaign’s time zone.' }),
  above: z.array(z.object({ of: z.enum(['client', 'agency']), anew_on: localDate })).meta({
    description:
      'Other caps that another lead of the campaign would exceed, and when they restart. Clients don’t see their agency’s.',
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
