import { Readable } from 'node:stream'
import type { exportLeads as operation } from '#contract/leads/leads.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { listScopeOf } from '#server/areas/tenants/list-scope.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Download, Input } from '#server/platform/http/route.ts'
import type { CopiedRows } from '#server/platform/database/driver/driver.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { readLeadQuery, type LeadQuery } from './lead-query.ts'
import { headOf, linesOf, type LineStyle } from './lead-lines.ts'
import { readStep, stepsOf } from './read-steps.ts'
import { readStyle } from './read-style.ts'
import { sheetOf } from './lead-sheet.ts'
import { rejectUnknownFields } from './assert-known.ts'
import { readRange } from './report-range.ts'

/** The leads of all pages of a list as CSV, read in steps so that neither side holds more than one step. */
export async function exportLeads({ params, query }: Input<typeof operation>, call: SignedInCall): Promise<Download> {
  const { format, columns, language, time_zone, ...filter } = query
  const scope = listScopeOf(call.object!, params.clientId, filter.groupId)
  const leadQuery = readLeadQuery(filter, scope, readRange(params), call.caller)
  const { agencyId } = leadQuery.audience
  // The first step is read before anything is sent, so that an error can still be returned as a response.
  const { style, first } = await call.inScope(async (tx) => {
    await rejectUnknownFields(tx, leadQuery.audience, leadQuery.campaignId)
    const style = await readStyle(tx, agencyId, call.caller, { format, columns, language, time_zone })
    return { style, first: await readStep(tx, leadQuery, style, null) }
  })
  const name = `leads-${localDateAt(call.platform.clock.now(), reportTimeZone)}`
  const steps = stepsOf(leadQuery, style, call.inScope, first)
  if (format === 'xlsx') return sheetOf(steps, style, language, name)
  return {
    fileName: `${name}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(bytesOf(linesIn(steps, style))),
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

/** Streams a file of leads in steps, at most two in memory. `first` is the first step if it was already read. */
export const chunksOf = (
  leadFilter: LeadQuery,
  style: LineStyle,
  inScope: SignedInCall['inScope'],
  first?: CopiedRows,
): AsyncGenerator<Chunk> => linesIn(stepsOf(leadFilter, style, inScope, first), style)

async function* linesIn(steps: AsyncIterable<CopiedRows>, style: LineStyle): AsyncGenerator<Chunk> {
  yield { bytes: Buffer.from(headOf(style)), leads: 0 }
  for await (const step of steps) yield { bytes: linesOf(step, style), leads: step.count }
}
