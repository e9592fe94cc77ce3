import { z } from 'zod'
import { moduleFilter } from '../campaigns/modules.ts'
import type { Access } from '../core/access.ts'
import { languages } from '../core/language.ts'
import { operation } from '../core/operation.ts'
import { flag, localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { ofClientInDays } from '../leads/leads.ts'
import { longestReport_days } from './agencies.ts'
import { comparisons } from './comparison.ts'
import { columnUnits, reportFormats, reportKinds, type ReportColumn } from './table-names.ts'

const columnKeys = Object.keys(columnUnits) as [ReportColumn, ...ReportColumn[]]

/** How many rows a report shows; its totals include the others. */
export const maxReportRows = 1_000

/** Reports are for users of an agency who may see leads. */
export const reportReaders: Access = {
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'], permission: 'leads.enable' },
}
export const reportOwner = { kind: 'company', in: 'params', key: 'companyID' } as const

/** How many rows a file lists. A PDF is for reading, so it has as many as the screen; the others are for calculating. */
export const maxFileRows = { csv: 10_000, xlsx: 10_000, pdf: maxReportRows } as const

const cells = z.array(z.number().nullable())

export const reportTable = z.object({
  kind: z.enum(reportKinds),
  /** Both inclusive, as days in `time_zone` (OQ-55). */
  start: localDate,
  end: localDate,
  time_zone: z.string(),
  columns: z.array(z.enum(columnKeys)),
  rows: z
    .array(
      z.object({
        key: z.string().meta({
          description: 'A campaign, client, module, day or stage; `lists` for enriched lists without a campaign.',
        }),
        name: z.string().nullable().meta({ description: 'Null if the key is no campaign and no client.' }),
        detail: z.string().nullable().meta({ description: 'The client of a campaign.' }),
        values: cells.meta({ description: 'One per column; null if the divisor is 0.' }),
        previous: cells.meta({
          description:
            'The same for the period before; without the day that corresponds to today, except in the row of today.',
        }),
        comparison: z.enum(comparisons),
        compared: z.int().meta({ description: 'Leads, or visits by stage, of the days that are compared.' }),
      }),
    )
    .meta({ description: `Up to ${maxReportRows}, most leads first.` }),
  hidden_rows: z.int().meta({ description: 'Number of rows omitted; the totals include them.' }),
  total: cells,
  comparison: z.enum(comparisons),
  compared_total: cells.meta({ description: 'The totals of the days that are over.' }),
  previous_total: cells.meta({ description: 'Those of the days before that correspond to them.' }),
})
export type ReportTable = Plain<z.output<typeof reportTable>>

const params = ofClientInDays.extend({ kind: z.enum(reportKinds) })
const query = z.strictObject({
  moduleType: moduleFilter,
  costs: flag.default('T').meta({ description: 'F: omits the agency’s wholesale cost and margin.' }),
})

export const readReportTable = operation({
  id: 'own',
  name: 'readReportTable',
  area: 'reports',
  method: 'GET',
  path: '/leadspeek/report/table/{companyID}/{clientID}/{kind}/{start}/{end}',
  summary: `Reports the outcome and cost of visits by campaign, client, module, day or stage, compared with the period before. Up to ${longestReport_days} days; by default the 30 days up to today.`,
  params,
  query,
  answer: reportTable,
  access: reportReaders,
  object: reportOwner,
})

export const downloadReportTable = operation({
  id: 'own',
  name: 'downloadReportTable',
  area: 'reports',
  method: 'GET',
  path: '/leadspeek/report/table-file/{companyID}/{clientID}/{kind}/{start}/{end}',
  summary: 'Downloads the report table as CSV, XLSX or PDF, in the agency’s brand.',
  params,
  query: query.extend({ format: z.enum(reportFormats).default('csv'), language: z.enum(languages).default('en') }),
  answer: z.string(),
  access: reportReaders,
  object: reportOwner,
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
  transport: 'download',
})
