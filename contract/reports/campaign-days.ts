import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { localDate } from '../core/wire.ts'
import { leadAccess } from '../leads/leads.ts'
import { comparisons } from './comparison.ts'
import { leadSums } from './dashboard.ts'

export const readCampaignDays = operation({
  id: 'own',
  name: 'readCampaignDays',
  area: 'reports',
  method: 'GET',
  path: '/leadspeek/report/campaign-days/{id}',
  summary: 'Reports a campaign’s leads and their money on each of the 30 days up to today, and on the 30 days before.',
  params: z.strictObject({ id }),
  answer: z.object({
    start: localDate,
    end: localDate,
    time_zone: z.string(),
    comparison: z.enum(comparisons),
    days: z.array(leadSums.extend({ date: localDate, previous: leadSums })),
  }),
  access: leadAccess,
  object: { kind: 'campaign', in: 'params', key: 'id' },
})
