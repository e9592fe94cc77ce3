import { z } from 'zod'
import { idOrAll, id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { reportOwner, reportReaders } from './tables.ts'

/** How many weeks of first visits a report covers, and thus the most weeks it follows them. */
export const cohortWeeks = 12

const week = z.object({
  visitors: z.int().meta({ description: 'Browsers that came in this week.' }),
  leads: z.int().meta({ description: 'Leads that came of their visits in it.' }),
  conversions: z.int().meta({ description: 'Of these browsers, those that reached the thank-you page in it.' }),
})

const cohorts = z.object({
  kept_through: localDate.nullable().meta({ description: 'The last day that is counted; null before there is one.' }),
  time_zone: z.string(),
  data: z
    .array(
      z.object({
        first_week: localDate.meta({ description: 'The Monday of the week of the first visit.' }),
        weeks: z
          .array(week)
          .meta({ description: 'The week itself and each one after, up to the last that is counted.' }),
      }),
    )
    .meta({ description: `The latest week first; at most ${cohortWeeks}.` }),
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
