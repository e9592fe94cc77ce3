import { Readable } from 'node:stream'
import { reportTimeZone, type exportLeads as operation } from '#contract/leads/leads.ts'
import { listScopeOf } from '#server/areas/tenants/public.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Download, Input } from '#server/platform/http/route.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { leadConditions, leadOrder, readLeadQuery, selectLeads, sortColumn, type LeadQuery } from './lead-query.ts'
import { headOf, lineColumns, lineOf, type LineLead, type LineStyle } from './lead-lines.ts'
import { rejectUnknownFields } from './assert-known.ts'
import { readRange } from './report-range.ts'

const rowsAtOnce = 1_000
/** A text of more is too large for where texts that live shortly are kept, and stays in memory until a slow collection. */
const rowsOfText = 100

/** The leads that the list shows on all its pages, as CSV, read in steps so that neither side holds more than one step. */
export async function exportLeads({ params, query }: Input<typeof operation>, call: SignedInCall): Promise<Download> {
  const { format, ...filter } = query
  const scope = listScopeOf(call.object!, params.clientId, filter.groupId)
  const asked = readLeadQuery(filter, scope, readRange(params), call.caller)
  const style = { caller: call.caller, format }
  // The first step is taken before anything is sent, so that a refusal can still be answered as one.
  const first = await call.inScope(async (tx) => {
    await rejectUnknownFields(tx, asked.audience, asked.campaignId)
    return readStep(tx, asked, style, null)
  })
  return {
    fileName: `leads-${localDateAt(call.platform.clock.now(), reportTimeZone)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(textOf(piecesOf(asked, style, call.inScope, first))),
  }
}

/** With the value that the file is sorted by, exactly as the database holds it. */
interface SteppedLead extends LineLead {
  key: string
}

/** What is added to a file next, and how many leads that are. */
interface Piece {
  text: string
  leads: number
}

async function* textOf(pieces: AsyncIterable<Piece>): AsyncGenerator<string> {
  for await (const { text } of pieces) yield text
}

/**
 * A file of leads, read in steps, of which two are held at most: the next one is read while this one is written and sent.
 * `first` is the first step, where it was read already.
 */
export async function* piecesOf(
  asked: LeadQuery,
  style: LineStyle,
  inScope: SignedInCall['inScope'],
  first?: SteppedLead[],
): AsyncGenerator<Piece> {
  const stepAfter = (last: SteppedLead | null): Promise<SteppedLead[]> =>
    inScope((tx) => readStep(tx, asked, style, last))
  yield { text: headOf(style), leads: 0 }
  for (let leads = first ?? (await stepAfter(null)); leads.length > 0;) {
    const next = leads.length < rowsAtOnce ? noLeads : stepAfter(leads.at(-1)!)
    // Whoever reads no further never asks how it ended.
    next.catch(() => {})
    for (let from = 0; from < leads.length; from += rowsOfText) {
      const some = leads.slice(from, from + rowsOfText)
      yield { text: linesOf(some, style), leads: some.length }
    }
    leads = await next
  }
}

const noLeads = Promise.resolve<SteppedLead[]>([])

function linesOf(leads: readonly LineLead[], style: LineStyle): string {
  let lines = ''
  for (const lead of leads) lines += lineOf(lead, style)
  return lines
}

async function readStep(tx: Tx, asked: LeadQuery, style: LineStyle, after: SteppedLead | null): Promise<SteppedLead[]> {
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
    columns: `${lineColumns(style)}, lead.${column}::text as key`,
    conditions,
    order,
    limit: String(rowsAtOnce),
  })
  const { rows } = await tx.query<SteppedLead>(text, values)
  return rows
}
