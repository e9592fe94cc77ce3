import { z } from 'zod'
import { csvFormat } from '../core/csv.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { ofClientInDays } from '../leads/leads.ts'
import { payersAndPayees } from './charges.ts'
import { invoice } from './invoices.ts'

/** Dollars over all invoices of the report, not only of one page. */
const sums = z.object({
  total: z.number(),
  /** Included in the total. */
  tax: z.number(),
  deduction: z.number(),
  amount: z.number(),
  /** Included in the amount: what is still unpaid. */
  open: z.number(),
})

/** Most invoices in a file. */
export const maxFiledInvoices = 20_000

export const reportInvoices = operation({
  id: 'C113',
  name: 'reportInvoices',
  area: 'billing',
  method: 'GET',
  path: '/leadspeek/report/invoice/{companyID}/{clientID}/{start}/{end}',
  summary:
    'Lists the invoices that an agency’s clients received in a period, newest first, with totals. For a client, only its own.',
  params: ofClientInDays,
  query: pageQuery.extend({
    file: csvFormat
      .unwrap()
      .optional()
      .meta({
        description: `Also answers a CSV file of the period's invoices, up to ${maxFiledInvoices.toLocaleString('en-US')}, in this format: spreadsheet or raw.`,
      }),
  }),
  answer: pageOf(invoice.extend({ company_id: id, company_name: z.string() })).extend({
    sums,
    /** Only if requested. */
    file: z.string().optional(),
    time_zone: z.string().meta({ description: 'Time zone of the first and last day, which are both included.' }),
  }),
  access: payersAndPayees,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
