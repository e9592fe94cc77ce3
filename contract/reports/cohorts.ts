import { z } from 'zod'
import { idOrAll, id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { reportOwner, reportReaders } from './tables.ts'

/** How many weeks of first visits a report covers, and thus the most weeks it follows them. */
export const cohortWeeks = 12

const week = z.object({
  visitors: z.int().meta({ description: 'Number of browsers that visited in this week.' }),
  leads: z.int().meta({ description: 'Number of leads from their visits in this week.' }),
  conversions: z.int().meta({ description: 'Number of these browsers that reached the thank-you page in this week.' }),
})

const cohorts = z.object({
  kept_through: localDate.nullable().meta({ description: 'Last counted day; null if there is none yet.' }),
  time_zone: z.string(),
  data: z
    .array(
      z.object({
        first_week: localDate.meta({ description: 'Monday of the week of the first visit.' }),
        weeks: z.array(week).meta({ description: 'That week and each following one, up to the last counted one.' }),
      }),
    )
    .meta({ description: `Latest week first; up to ${cohortWeeks}.` }),
})
export type Cohorts = Plain<z.output<typeof cohorts>>

export const readCohorts = operation({
  id: 'own',
  name: 'readCohorts',
  area: 'reports',
  method: 'GET',
  path: '/leadspeek/report/cohorts/{companyID}/{clientID}',
  summary: 'Reports returning visitors and what they become: by week of the first visit and by week since.',
  params: z.strictObject({ companyID: id.meta({ description: 'The agency.' }), clientID: idOrAll }),
  answer: cohorts,
  access: reportReaders,
  object: reportOwner,
})
