import { Readable } from 'node:stream'
import type { exportLeads as operation } from '#contract/leads/leads.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { listScopeOf } from '#server/areas/tenants/public.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Download, Input } from '#server/platform/http/route.ts'
import { CopyRoom, type CopiedRows, type CopyValue } from '#server/platform/database/copy-rows.ts'
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
    stream: Readable.from(bytesOf(piecesOf(leadQuery, style, call.inScope, first))),
  }
}

/** The next chunk of a file, and how many leads it contains. */
interface Piece {
  bytes: Buffer
  leads: number
}

async function* bytesOf(pieces: AsyncIterable<Piece>): AsyncGenerator<Buffer> {
  for await (const { bytes } of pieces) yield bytes
}

/**
 * Streams a file of leads in steps, at most two in memory: the next one is read while the current one is written.
 * `first` is the first step if it was already read.
 */
export async function* piecesOf(
  asked: LeadQuery,
  style: LineStyle,
  inScope: SignedInCall['inScope'],
  first?: CopiedRows,
): AsyncGenerator<Piece> {
  // Two buffers take turns: one is written while the next step is read into the other. New ones per step would dominate memory.
  const rooms = [new CopyRoom(), new CopyRoom()] as const
  let steps = 0
  const stepAfter = (last: CopiedLead | null): Promise<CopiedRows> => {
    const room = rooms[(steps++ & 1) as 0 | 1]
    return inScope((tx) => readStep(tx, asked, style, last, room))
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
  asked: LeadQuery,
  style: LineStyle,
  after: CopiedLead | null,
  room?: CopyRoom,
): Promise<CopiedRows> {
  const values: CopyValue[] = []
  const conditions = leadConditions(asked, values)
  const column = sortColumn(asked)
  if (after) {
    values.push(after.key, after.id)
    const sign = asked.order === 'asc' ? '>' : '<'
    conditions.push(`(lead.${column}, lead.id) ${sign} ($${values.length - 1}, $${values.length})`)
  }
  const query = selectLeads({
    columns: lineColumns(style, `lead.${column}`),
    conditions,
    order: leadOrder(asked, asked.order),
    limit: String(rowsAtOnce),
  })
  return tx.copy(query, values, room)
}
