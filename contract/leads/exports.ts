import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, flag, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { leadAccess, leadFileFormat, leadFilter, ofClientInDays, shownInFile } from './leads.ts'

/** Up to this many rows a file is streamed while it is generated; larger ones are generated first. */
export const maxAtOnce = 10_000
/** How many days a generated file can be downloaded. */
export const retention_days = 3
/** Maximum files per person. */
export const maxKept = 10
/** Polling interval of the page while a file is being generated. */
export const pollEvery_ms = 2_000

const exportStatuses = ['waiting', 'writing', 'ready', 'failed'] as const
/** no_room: the server could not store the file; fault: generating it failed several times. */
export const exportProblems = ['no_room', 'fault'] as const

const preparedFormat = leadFileFormat.unwrap().exclude(['xlsx']).default('spreadsheet')

const rowCount = z.int().min(0)

const leadExport = z.object({
  id,
  status: z.enum(exportStatuses),
  problem: z.enum(exportProblems).nullable(),
  search_query: z.string().meta({ description: 'The search text; empty if there was none.' }),
  format: preparedFormat,
  rows_total: rowCount.nullable().meta({ description: 'Null until counted.' }),
  rows_done: rowCount,
  bytes: rowCount.nullable().meta({ description: 'Size of the file once it is written.' }),
  downloads: rowCount,
  created_at: instant,
  expires_at: instant.meta({ description: `The file is removed ${retention_days} days after the request.` }),
})
export type LeadExport = Plain<z.output<typeof leadExport>>

const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const
const companyID = ofClientInDays.shape.companyID

export const prepareLeadExport = operation({
  id: 'own',
  name: 'prepareLeadExport',
  area: 'leads',
  method: 'POST',
  path: '/leadspeek/lead-exports/{companyID}',
  summary: `Writes the leads that the list would show to a file that is kept for ${retention_days} days. For up to ${maxAtOnce} leads, nothing is written and \`id\` is null, unless \`always\` is T: they can be downloaded at once.`,
  params: z.strictObject({ companyID }),
  body: ofClientInDays
    .omit({ companyID: true })
    .extend({ ...leadFilter.shape, format: preparedFormat, ...shownInFile, always: flag.default('F') }),
  answer: doneWith(z.object({ id: id.nullable() })),
  errors: ['conflict'],
  access: leadAccess,
  object: ofCompany,
  limits: [{ count: 30, perSeconds: 3_600, by: 'user' }],
  // The use case logs generated files; finding that nothing is to be done is not a change.
  logged: false,
})

export const listLeadExports = operation({
  id: 'own',
  name: 'listLeadExports',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead-exports/{companyID}',
  summary: 'Lists the lead files that the caller requested for a company, newest first, with their progress.',
  params: z.strictObject({ companyID }),
  answer: z.object({ result: z.literal('success'), data: z.array(leadExport) }),
  access: leadAccess,
  object: ofCompany,
})

const itself = z.strictObject({ companyID, id })

export const downloadLeadExport = operation({
  id: 'own',
  name: 'downloadLeadExport',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead-exports/{companyID}/{id}/file',
  summary: 'Downloads one of the caller’s files, in full or in part (`Range`, `If-Range`).',
  params: itself,
  answer: z.string(),
  errors: ['conflict'],
  access: leadAccess,
  object: ofCompany,
  limits: [{ count: 600, perSeconds: 3_600, by: 'user' }],
  transport: 'download',
  resumable: true,
})

export const removeLeadExport = operation({
  id: 'own',
  name: 'removeLeadExport',
  area: 'leads',
  method: 'DELETE',
  path: '/leadspeek/lead-exports/{companyID}/{id}',
  summary: 'Removes one of the caller’s files, or stops writing it.',
  params: itself,
  answer: doneAnswer,
  access: leadAccess,
  object: ofCompany,
})
