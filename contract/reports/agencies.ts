import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/** Longest report in days: anything longer is requested year by year. */
export const longestReport_days = 366

const day = z.union([z.enum(['', 'all']), localDate]).default('all')

const agencyReportRow = z.object({
  company_id: id,
  company_name: z.string(),
  /** Clients that were added in these days and still exist. */
  new_clients: z.int(),
  /** As of today, regardless of the days. */
  active_campaigns: z.int(),
  /** Billed leads: test leads are in no total. */
  leads: z.int(),
  /** What the root earned from the leads of these days, in cents. */
  wholesale_cents: z.int(),
  /** What the agency's clients owe it for them, in cents. */
  retail_cents: z.int(),
})
export type AgencyReportRow = Plain<z.output<typeof agencyReportRow>>

export const reportAgencies = operation({
  id: 'C055',
  name: 'reportAgencies',
  area: 'reports',
  method: 'GET',
  path: '/configuration/agencies-report/{start}/{end}',
  summary: `Reports what each agency added, ran and earned in a period, by name. Up to ${longestReport_days} days; by default the 30 days up to today.`,
  params: z.strictObject({ start: day, end: day }),
  query: pageQuery,
  answer: pageOf(agencyReportRow).extend({
    /** First and last reported day, inclusive, in `time_zone` (OQ-55). */
    start: localDate,
    end: localDate,
    time_zone: z.string(),
  }),
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'], permission: 'settings.enable' },
  },
})
