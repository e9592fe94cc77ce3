import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { csvFormat } from '../core/csv.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, doneWith, flag, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/** Limits of one list. */
export const maxRows = 10_000
export const maxColumns = 100
/** Polling interval of the page while a list is being matched. */
export const pollEvery_ms = 2_000
/** How many days a list's rows are kept for purchase and download. */
export const retention_days = 30

const enrichmentStatuses = ['matching', 'matched', 'bought'] as const

const rowCount = z.int().min(0)

const enrichmentRow = z.object({
  id,
  name: z.string().meta({ description: 'Name of the file or of the campaign.' }),
  company_id: id,
  company_name: z.string(),
  leadspeek_api_id: id.nullable().meta({ description: 'The campaign of the leads; null for an uploaded list.' }),
  status: z.enum(enrichmentStatuses),
  rows_total: rowCount,
  rows_done: rowCount,
  rows_matched: rowCount.meta({ description: 'Number of rows for which missing information was found.' }),
  people: rowCount.meta({
    description: 'Number of different people in these rows: each is charged once; unmatched rows are free.',
  }),
  values_unread: rowCount.meta({
    description: 'Number of email addresses, hashes and phone numbers that could not be read; they count as empty.',
  }),
  unit_price: z.number().nullable().meta({ description: 'Price per person in dollars; null until bought.' }),
  total: z.number().nullable().meta({ description: 'In dollars: the amount paid.' }),
  created_at: instant,
  has_rows: flag.meta({ description: 'F: the rows were removed after 30 days.' }),
})
export type Enrichment = Plain<z.output<typeof enrichmentRow>>

const quote = z.object({
  quote_id: id.meta({ description: 'Required to accept the quote.' }),
  unit_price: z.number(),
  total: z.number(),
})

const reading: Access = {
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'campaign.enable' },
  client: { reach: ['own'] },
}
/** Who may create Enhance ID campaigns: clients only if their agency allows it, which the use case checks. */
const writing: Access = {
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'campaign.create' },
  client: { reach: ['own'] },
}
const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const
const itself = { kind: 'enrichment', in: 'params', key: 'id' } as const
const limits = [{ count: 30, perSeconds: 3_600, by: 'company', as: 'enrich' }] as const

export const listEnrichments = operation({
  id: 'own',
  name: 'listEnrichments',
  area: 'enrichment',
  method: 'GET',
  path: '/enrichment/company/{companyID}',
  summary: 'Lists the enrichments of a client, or of an agency’s clients, newest first.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(enrichmentRow),
  access: reading,
  object: ofCompany,
})

export const uploadEnrichment = operation({
  id: 'own',
  name: 'uploadEnrichment',
  area: 'enrichment',
  method: 'POST',
  path: '/enrichment/company/{companyID}/upload',
  summary:
    'Uploads a CSV file (field `file`) of up to 10,000 people with a column of email addresses, hashes or phone numbers, and matches them. Nothing is charged yet.',
  params: z.strictObject({ companyID: id }),
  form: z.strictObject({
    column_fields: z.string().optional().meta({
      description:
        'Fields of the columns by heading, as a JSON object: {"Contact": "email"}. If omitted, they are inferred from the headings.',
    }),
    file: z.file(),
  }),
  answer: doneWith(z.object({ id })),
  status: 201,
  errors: ['invalid', 'too_large'],
  access: writing,
  object: ofCompany,
  limits,
  oneAtATime: true,
  transport: 'multipart',
})

export const readKnownColumns = operation({
  id: 'own',
  name: 'readKnownColumns',
  area: 'enrichment',
  method: 'GET',
  path: '/enrichment/company/{companyID}/columns',
  summary: 'Reads what the columns of the client’s previous lists contained, by heading.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({
    result: z.literal('success'),
    data: z.array(z.object({ heading: z.string(), field: z.string() })),
  }),
  access: reading,
  object: ofCompany,
})

export const enrichCampaign = operation({
  id: 'own',
  name: 'enrichCampaign',
  area: 'enrichment',
  method: 'POST',
  path: '/enrichment/campaign/{id}',
  summary: 'Matches the newest 10,000 leads of a campaign that lack information. Nothing is charged yet.',
  params: z.strictObject({ id }),
  body: z.strictObject({}),
  answer: doneWith(z.object({ id })),
  status: 201,
  errors: ['conflict'],
  access: writing,
  object: { kind: 'campaign', in: 'params', key: 'id' },
  limits,
})

export const readEnrichment = operation({
  id: 'own',
  name: 'readEnrichment',
  area: 'enrichment',
  method: 'GET',
  path: '/enrichment/{id}',
  summary: 'Reads one enrichment with its progress, and its price until it is bought.',
  params: z.strictObject({ id }),
  answer: z.object({ result: z.literal('success'), data: enrichmentRow.extend({ quote: quote.nullable() }) }),
  access: reading,
  object: itself,
})

export const buyEnrichment = operation({
  id: 'own',
  name: 'buyEnrichment',
  area: 'enrichment',
  method: 'POST',
  path: '/enrichment/{id}/purchase',
  summary: 'Accepts the displayed price: each person is charged once, and the list can be downloaded.',
  params: z.strictObject({ id }),
  body: z.strictObject({ quote_id: id }),
  answer: doneAnswer,
  errors: ['conflict', 'terms_changed', 'no_funds'],
  access: writing,
  object: itself,
})

export const downloadEnrichment = operation({
  id: 'own',
  name: 'downloadEnrichment',
  area: 'enrichment',
  method: 'GET',
  path: '/enrichment/{id}/csv',
  summary: 'Downloads a bought list as CSV: each original row with the added information.',
  params: z.strictObject({ id }),
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  errors: ['conflict'],
  access: reading,
  object: itself,
  transport: 'download',
})
