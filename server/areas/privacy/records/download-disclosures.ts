import { Readable } from 'node:stream'
import { moduleDefinitions } from '#contract/campaigns/modules.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { downloadDisclosures } from '#contract/privacy/records.ts'
import {
  readAgencyDisclosures,
  type AgencyDisclosure,
} from '#server/areas/integrations/deliveries/read-agency-disclosures.ts'
import { listAgencies } from '#server/areas/leads/list-agencies.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { csvLine, csvStart } from '#server/platform/csv.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'

const maxDays = 366
const day_ms = 86_400_000
const leadsAtOnce = 1_000
const statementTimeout_ms = 60_000

/** The record of disclosures, made from deliveries: read agency by agency in steps, so that neither side holds more than one. */
export const handleDownloadDisclosures: Handler<typeof downloadDisclosures> = async ({ params, query }, call) => {
  const { start, end } = params
  if (end < start) throw invalid('end', sentences.endBeforeStart)
  const days = { from: dateOf(startOfDate_ms(start, 'UTC')), until: dateOf(endOfDate_ms(end, 'UTC')) }
  if (days.until.getTime() - days.from.getTime() > maxDays * day_ms)
    throw invalid('end', 'A record has at most 366 days. Choose fewer days.')
  return {
    fileName: `disclosures-${start}-${end}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(csvOf(call, days, query.format)),
  }
}

const head = [
  'Sold at',
  'Lead',
  'Through',
  'Sold to',
  'Campaign',
  'Why',
  'Consent signals',
  'Kinds of data still held',
  'Sent on to',
  'Sent at',
  'Taken back at',
]

async function* csvOf(
  { platform, caller: { rootId } }: SignedInCall,
  days: { from: Date; until: Date },
  format: CsvFormat,
): AsyncGenerator<string> {
  yield csvStart(format) + csvLine(head, format)
  for (const agencyId of await listAgencies(platform.appPool, rootId)) {
    let after: { at: Date; id: string } | null = null
    for (;;) {
      const rows: AgencyDisclosure[] = await inScope(
        platform.appPool,
        { kind: 'agency', rootId, agencyId },
        (tx) => readAgencyDisclosures(tx, agencyId, { ...days, after }, leadsAtOnce),
        { readOnly: true, statementTimeout_ms },
      )
      const last = rows.at(-1)
      if (last === undefined) break
      yield rows.map((row) => lineOf(row, format)).join('')
      after = { at: last.at, id: last.lead_id }
    }
  }
}

const lineOf = (row: AgencyDisclosure, format: CsvFormat): string =>
  csvLine(
    [
      row.at.toISOString(),
      row.lead_id,
      row.agency,
      row.client,
      row.campaign,
      moduleDefinitions[row.module].hasPixel ? 'Visited the client’s website' : 'Searched for the campaign’s keywords',
      row.consent,
      row.kinds.join(' '),
      row.service,
      row.delivered_at?.toISOString() ?? null,
      row.taken_back_at?.toISOString() ?? null,
    ],
    format,
  )
