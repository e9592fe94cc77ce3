import { z } from 'zod'
import { minSurge_percent, maxSurge_percent, usualSurge_percent } from '../campaigns/module-fields/b2b.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import type { Plain } from '../core/wire-names.ts'
import { leadAccess } from './leads.ts'

/** The past week, up to today, compared with the average of the weeks before it. */
export const surgeDays = 7
export const weeksBefore = 4
/** Companies with fewer visits and searches in a week are ignored. */
export const minEvents = 5
/** How many are listed, the most events first. */
export const maxSurges = 20

const surge = z.object({
  company: z.string().meta({ description: 'The domain of the company.' }),
  companyID: id.meta({ description: 'The client whose campaigns it visited.' }),
  company_name: z.string(),
  visits: z.int().meta({ description: 'In the last seven days, including today.' }),
  searches: z.int(),
  usual: z
    .number()
    .meta({ description: 'Average weekly visits and searches of the four weeks before; 0 for a new company.' }),
})
export type Surge = Plain<z.output<typeof surge>>

export const listSurges = operation({
  id: 'own',
  name: 'listSurges',
  area: 'leads',
  method: 'GET',
  path: '/leads/surges/{companyID}',
  summary: `Lists companies whose visits and searches of the last ${surgeDays} days exceed their own average of the ${weeksBefore} weeks before, with at least ${minEvents} of them.`,
  params: z.strictObject({ companyID: id }),
  query: z.strictObject({
    percent: z.coerce
      .number()
      .int()
      .min(minSurge_percent)
      .max(maxSurge_percent)
      .default(usualSurge_percent)
      .meta({ description: 'Minimum activity of a company, in percent of its average.' }),
  }),
  answer: z.object({ result: z.literal('success'), data: z.array(surge) }),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
