import { Readable } from 'node:stream'
import type { exportLeads as operation } from '#contract/leads/leads.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { listScopeOf } from '#server/areas/tenants/list-scope.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Download, Input } from '#server/platform/http/route.ts'
import { retryOverloaded } from '#server/platform/database/scope.ts'
import { CopyBuffer, type CopiedRows, type CopyValue } from '#server/platform/database/driver/driver.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { leadConditions, leadOrder, readLeadQuery, selectLeads, sortColumn, type LeadQuery } from './lead-query.ts'
import { headOf, lastOf, lineColumns, linesOf, type CopiedLead, type LineStyle } from './lead-lines.ts'
import { rejectUnknownFields } from './assert-known.ts'
import { readRange } from './report-range.ts'

/** The fixed cost of a step, 2 ms of PostgreSQL CPU, is a tenth of the whole; two steps are held in memory. */
const rowsAtOnce = 5_000

/** The leads of all pages of a list as CSV, read in steps so that neither side holds more than one step. */
export async function exportLeads({ params, query }: Input<typeof operation>, call: SignedInCall): Promise<Download> {
  const { format, ...filter } = query
  const scope = listScopeOf(call.object!, params.clientId, filter.groupId)
  const leadQuery = readLeadQuery(filter, scope, readRange(params), call.caller)
  const style = { caller: call.caller, format }
  // The first step is read before anything is sent, so that an error can still be returned as a response.
  const first = await call.inScope(async (tx) => {
    await rejectUnknownFields(tx, leadQuery.audience, leadQuery.campaignId)
    return readStep(tx, leadQuery, style, null)
  })
  return {
    fileName: `leads-${localDateAt(call.platform.clock.now(), reportTimeZone)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(bytesOf(chunksOf(leadQuery, style, call.inScope, first))),
  }
}

/** The next chunk of a file, and how many leads it contains. */
interface Chunk {
  bytes: Buffer
  leads: number
}

async function* bytesOf(chunks: AsyncIterable<Chunk>): AsyncGenerator<Buffer> {
  for await (const { bytes } of chunks) yield bytes
}

/**
 * Streams a file of leads in steps, at most two in memory: the next one is read while the current one is written.
 * `first` is the first step if it was already read.
 */
export async function* chunksOf(
  leadFilter: LeadQuery,
  style: LineStyle,
  inScope: SignedInCall['inScope'],
  first?: CopiedRows,
): AsyncGenerator<Chunk> {
  // Two buffers take turns: one is written while the next step is read into the other. New ones per step would dominate memory.
  const buffers = [new CopyBuffer(), new CopyBuffer()] as const
  let steps = 0
  const stepAfter = (last: CopiedLead | null): Promise<CopiedRows> => {
    const buffer = buffers[(steps++ & 1) as 0 | 1]
    return retryOverloaded(() => inScope((tx) => readStep(tx, leadFilter, style, last, buffer)))
  }
  yield { bytes: Buffer.from(headOf(style)), leads: 0 }
  for (let step = first ?? (await stepAfter(null)); step.count > 0;) {
    const next = step.count < rowsAtOnce ? noLeads : stepAfter(lastOf(step))
    // If the consumer stops early, nobody awaits this promise.
    next.catch(() => {})
    yield { bytes: linesOf(step, style), leads: step.count }
    step = await next
  }
}

const noLeads = Promise.resolve<CopiedRows>({ count: 0, bytes: Buffer.alloc(0) })

function readStep(
  tx: Tx,
  leadFilter: LeadQuery,
  style: LineStyle,
  after: CopiedLead | null,
  buffer?: CopyBuffer,
): Promise<CopiedRows> {
  const values: CopyValue[] = []
  const conditions = leadConditions(leadFilter, values)
  const column = sortColumn(leadFilter)
  if (after) {
    values.push(after.key, after.id)
    const sign = leadFilter.order === 'asc' ? '>' : '<'
    conditions.push(`(lead.${column}, lead.id) ${sign} ($${values.length - 1}, $${values.length})`)
  }
  const query = selectLeads({
    columns: lineColumns(style, `lead.${column}`),
    conditions,
    order: leadOrder(leadFilter, leadFilter.order),
    limit: String(rowsAtOnce),
  })
  return tx.copy(query, values, buffer)
}
