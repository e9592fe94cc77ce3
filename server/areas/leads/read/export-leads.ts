import { Readable } from 'node:stream'
import { reportTimeZone, type exportLeads as operation } from '#contract/leads/leads.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { isSuggested, suggestedContact } from '#contract/leads/lead.ts'
import { informationInOrder } from '#contract/identity/advance-information.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { listScopeOf } from '#server/areas/tenants/public.ts'
import { csvLine, csvStart, type CsvValue } from '#server/platform/csv.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Download, Input } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import {
  fileColumns,
  leadConditions,
  leadOrder,
  readLeadQuery,
  selectLeads,
  sortColumn,
  type FileLead,
  type LeadQuery,
} from './lead-query.ts'
import { informationFor, phoneFor, seesWholesale } from './present.ts'
import { rejectUnknownFields } from './assert-known.ts'
import { readRange } from './report-range.ts'

const rowsAtOnce = 1_000

/** The leads that the list shows on all its pages, as CSV, read in steps so that neither side holds more than one step. */
export async function exportLeads({ params, query }: Input<typeof operation>, call: SignedInCall): Promise<Download> {
  const { format, ...filter } = query
  const scope = listScopeOf(call.object!, params.clientId, filter.groupId)
  const asked = readLeadQuery(filter, scope, readRange(params), call.caller)
  // The first step is taken before anything is sent, so that a refusal can still be answered as one.
  const first = await call.inScope(async (tx) => {
    await rejectUnknownFields(tx, asked.audience, asked.campaignId)
    return readStep(asked, null, (text, values) => tx.query<SteppedLead>(text, values))
  })
  return {
    fileName: `leads-${localDateAt(call.platform.clock.now(), reportTimeZone)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(textOf(stepsOf(asked, call, format, first))),
  }
}

/** With the value that the file is sorted by, exactly as the database holds it. */
interface SteppedLead extends FileLead {
  key: string
}

/** What a step of a file adds to it, and how many leads that are. */
interface Step {
  text: string
  leads: number
}

async function* textOf(steps: AsyncIterable<Step>): AsyncGenerator<string> {
  for await (const { text } of steps) yield text
}

/** Who the file is for, and a way to the rows that they may see. */
interface Reader {
  caller: Caller
  inScope: SignedInCall['inScope']
}

const stepAfter = (asked: LeadQuery, { inScope }: Reader, last: SteppedLead | null): Promise<SteppedLead[]> =>
  inScope((tx) => readStep(asked, last, (text, values) => tx.query<SteppedLead>(text, values)))

/**
 * A file of leads, read in steps, of which two are held at most: the next one is read while this one is written and sent.
 * `first` is the first step, where it was read already.
 */
export async function* stepsOf(
  asked: LeadQuery,
  reader: Reader,
  format: CsvFormat,
  first?: SteppedLead[],
): AsyncGenerator<Step> {
  yield { text: headOf(reader.caller, format), leads: 0 }
  for (let leads = first ?? (await stepAfter(asked, reader, null)); leads.length > 0;) {
    const next = leads.length < rowsAtOnce ? noLeads : stepAfter(asked, reader, leads.at(-1)!)
    // Whoever reads no further never asks how it ended.
    next.catch(() => {})
    yield { text: linesOf(leads, reader.caller, format), leads: leads.length }
    leads = await next
  }
}

const noLeads = Promise.resolve<SteppedLead[]>([])

function linesOf(leads: readonly FileLead[], caller: Caller, format: CsvFormat): string {
  let lines = ''
  for (const lead of leads) lines += lineOf(lead, caller, format)
  return lines
}

type Caller = Pick<SignedInCall['caller'], 'kind'>

/** Made once: a file has millions of lines. */
const columnsFor = (caller: Caller): readonly Column[] => (seesWholesale(caller) ? everyColumn : clientColumns)

/** How a file of leads begins, with the names of its columns. */
export const headOf = (caller: Caller, format: CsvFormat): string =>
  csvStart(format) +
  csvLine(
    columnsFor(caller).map(([name]) => name),
    format,
  )

export const lineOf = (lead: FileLead, caller: Caller, format: CsvFormat): string =>
  csvLine(
    columnsFor(caller).map(([, read]) => read(lead, caller)),
    format,
  )

async function readStep(
  asked: LeadQuery,
  after: SteppedLead | null,
  run: (text: string, values: unknown[]) => Promise<{ rows: SteppedLead[] }>,
): Promise<SteppedLead[]> {
  const values: unknown[] = []
  const conditions = leadConditions(asked, values)
  const column = sortColumn(asked)
  if (after) {
    values.push(after.key, after.id)
    const sign = asked.order === 'asc' ? '>' : '<'
    conditions.push(`(lead.${column}, lead.id) ${sign} ($${values.length - 1}, $${values.length})`)
  }
  const order = leadOrder(asked, asked.order)
  const text = selectLeads({
    columns: `${fileColumns}, lead.${column}::text as key`,
    conditions,
    order,
    limit: String(rowsAtOnce),
  })
  const { rows } = await run(text, values)
  return rows
}

const informationText = (information: Record<string, string>): string =>
  informationInOrder(information)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; ')

const phoneOf = (phone: string | null): CsvValue => (phone === null ? null : { phone })

const allColumns: Readonly<Record<string, (lead: FileLead, caller: Caller) => CsvValue>> = {
  created_at: (lead) => lead.createdAt,
  kind: (lead) => lead.kind,
  client: (lead) => lead.clientName,
  campaign: (lead) => lead.campaignName,
  first_name: (lead) => lead.firstName,
  last_name: (lead) => lead.lastName,
  email: (lead) => lead.email,
  phone: (lead, caller) => phoneOf(phoneFor(caller, lead)),
  street: (lead) => lead.street,
  city: (lead) => lead.city,
  state: (lead) => lead.state,
  zip: (lead) => lead.zip,
  page_url: (lead) => lead.pageUrl,
  match_key: (lead) => lead.matchKey,
  confidence: (lead) => lead.confidence,
  note: (lead) => (isSuggested(lead.matchKey) ? suggestedContact : null),
  retail_price: (lead) => dollarsFromE4(lead.retailPrice_e4),
  wholesale_price: (lead) => dollarsFromE4(lead.wholesalePrice_e4),
  converted_at: (lead) => lead.convertedAt,
  information: (lead, caller) => lead.information && informationText(informationFor(caller, lead, lead.information)),
}

type Column = [name: string, read: (typeof allColumns)[string]]
const everyColumn: readonly Column[] = Object.entries(allColumns)
const clientColumns = everyColumn.filter(([name]) => name !== 'wholesale_price')
