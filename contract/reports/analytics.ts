import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { moduleFilter, modules } from '../campaigns/modules.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { leadAccess, ofClientInDays } from '../leads/leads.ts'
import { reasons } from '../leads/reasons.ts'
import { longestReport_days } from './agencies.ts'
import { comparisons } from './comparison.ts'

const day = z.union([z.enum(['', 'all']), localDate]).default('all')

/** Results of visits and searches, with money in 1/10,000 dollar. */
const sums = z.object({
  /** Everything that could have become a lead. */
  visits: z.int(),
  /** Those of them with a known person. */
  matched: z.int(),
  /** Billed leads: test leads are in no total. */
  leads: z.int(),
  /** What agencies owe the operator for them, and for enriched lists. */
  wholesale_e4: z.int(),
  /** What clients owe their agencies for them, and for enriched lists. */
  retail_e4: z.int(),
})
export type AnalyticsSums = z.output<typeof sums>

const companyRow = sums.extend({ company_id: id, company_name: z.string() })
export type AnalyticsRow = Plain<z.output<typeof companyRow>>

/** First and last reported day, inclusive (OQ-55). */
const days = { start: localDate, end: localDate, time_zone: z.string() }

/** How the totals are compared: those of the days that are over, and of the days before that correspond to them. */
const withComparison = <Sums extends z.ZodType>(of: Sums) => ({
  comparison: z.enum(comparisons),
  compared: of,
  previous: of,
})

/** R039, R142: users with report_analytics, also in view mode. */
const ofOperator: Access = {
  rootSystem: { reach: ['own'], analyses: true },
  rootAdmin: { reach: ['own'], analyses: true },
}

export const readReportAnalytics = operation({
  id: 'C117',
  name: 'readReportAnalytics',
  area: 'reports',
  method: 'GET',
  path: '/configuration/report-analytics/{start}/{end}/{companyID}/{moduleType}',
  summary: `Reports the outcome of visits and searches by module, by final stage, by day and by company: every agency of the operator, or the clients of a given agency. Up to ${longestReport_days} days; by default the 30 days up to today.`,
  params: z.strictObject({
    start: day,
    end: day,
    companyID: idOrAll.meta({ description: 'An agency; `all` for the caller’s own company.' }),
    moduleType: moduleFilter,
  }),
  query: pageQuery,
  answer: pageOf(companyRow).extend({
    ...days,
    totals: sums,
    ...withComparison(sums),
    by_module: z.array(sums.extend({ leadspeek_type: z.enum(modules) })),
    by_day: z.array(sums.extend({ date: localDate, previous: sums })),
    funnel: z
      .array(z.object({ reason: z.enum(reasons), count: z.int(), compared_count: z.int(), previous_count: z.int() }))
      .meta({ description: 'By the stage at which they ended, in the order of the stages; `lead` is the last.' }),
  }),
  access: {
    rootSystem: { reach: ['own', 'below'], analyses: true },
    rootAdmin: { reach: ['own', 'below'], analyses: true },
    agencyOwner: { reach: ['own'], analyses: true },
    administrator: { reach: ['own'], analyses: true },
  },
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
export type ReportAnalytics = Plain<z.output<typeof readReportAnalytics.answer>>

const revenueSums = z.object({ leads: z.int(), wholesale_e4: z.int(), retail_e4: z.int() })
export type RevenueSums = z.output<typeof revenueSums>

export const readRootRevenue = operation({
  id: 'C118',
  name: 'readRootRevenue',
  area: 'reports',
  method: 'GET',
  path: '/configuration/root-revenue/{start}/{end}',
  summary: `Reports what the operator earned from the leads and enriched lists of all agencies, by day and module, compared with the period before. Up to ${longestReport_days} days; by default the 30 days up to today.`,
  params: z.strictObject({ start: day, end: day }),
  answer: z.object({
    ...days,
    total: revenueSums,
    ...withComparison(revenueSums),
    by_module: z.array(revenueSums.extend({ leadspeek_type: z.enum(modules) })),
    by_day: z.array(revenueSums.extend({ date: localDate, previous: revenueSums })),
  }),
  access: ofOperator,
})

export const readFirstDate = operation({
  id: 'C115',
  name: 'readFirstDate',
  area: 'reports',
  method: 'GET',
  path: '/leadspeek/report/initdate/{companyID}/{clientID}/{start}/{end}',
  summary: 'Reads the first and last day with leads, as the limits of a report’s period. Null if there are none.',
  params: ofClientInDays,
  answer: z.object({ first_date: localDate.nullable(), last_date: localDate.nullable(), time_zone: z.string() }),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
