import { Readable } from 'node:stream'
import { activityCategories } from '#contract/activity/actions.ts'
import {
  logColumns,
  type downloadUserLogs,
  type listLogCampaigns,
  type listLogCategories,
  type listLogUsers,
  type listUserLogs,
} from '#contract/activity/user-logs.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { toPage } from '#contract/core/page.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { openCountries } from '#server/platform/country-of.ts'
import { csvLine, csvStart } from '#server/platform/csv.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { countLog, presentRow, readLog, type LogQuery } from './log-query.ts'

const placeOf = ({ object, caller }: SignedInCall): TenantPath => object ?? caller

export const handleListUserLogs: Handler<typeof listUserLogs> = async ({ body }, call) => {
  // R204: the server says how many, unless somebody asked for more.
  const { page, perPage } = body
  const query: LogQuery = {
    place: placeOf(call),
    userType: body.userType,
    userId: body.userId,
    category: body.action,
    range: body.dateRange,
    campaignId: body.campaignId,
  }
  const [total, rows] = await call.inScope(async (tx) => [
    await countLog(tx, query),
    await readLog(tx, query, { limit: perPage, skip: (page - 1) * perPage }),
  ])
  const countryOf = await openCountries()
  return toPage(
    rows.map((row) => presentRow(row, call.caller, countryOf)),
    page,
    perPage,
    total,
  )
}

export const handleListLogCategories: Handler<typeof listLogCategories> = async () => ({
  data: activityCategories.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
})

const maxOffered = 20

/** Reads campaign names directly: the campaigns area logs its changes here, so this area cannot import it. */
export const handleListLogCampaigns: Handler<typeof listLogCampaigns> = async ({ body }, call) => {
  const { agencyId, clientId } = placeOf(call)
  if (agencyId === null) return { campaigns: [] }
  const { rows } = await call.inScope((tx) =>
    tx.query<{ value: string; label: string }>(
      `select id as value, name as label from campaign
       where agency_id = $1 and ($2::uuid is null or client_id = $2) and removed_at is null
         and strpos(lower(name), lower($3)) > 0
       order by name, id limit $4`,
      [agencyId, clientId, body.search.trim(), maxOffered],
    ),
  )
  return { campaigns: rows }
}

const kinds = {
  all: null,
  '9999': null,
  root: ['rootSystem', 'rootAdmin', 'salesRep', 'accountExecutive'],
  admin: ['agencyOwner', 'administrator'],
  client: ['client'],
} as const

export const handleListLogUsers: Handler<typeof listLogUsers> = async ({ body }, call) => {
  const { rootId, agencyId, clientId } = placeOf(call)
  const { rows } = await call.inScope((tx) =>
    tx.query<{ value: string; label: string }>(
      `select id as value, full_name as label from app_user
       where root_id = $1 and agency_id is not distinct from $2 and ($3::uuid is null or client_id = $3)
         and ($4::text[] is null or kind = any($4)) and strpos(lower(full_name), lower($5)) > 0
       order by full_name, id limit $6`,
      [rootId, agencyId, clientId, kinds[body.userType], body.search.trim(), maxOffered],
    ),
  )
  return { data: rows }
}

const rowsAtOnce = 500

/** All pages as CSV, read in steps so that neither side holds more than one. */
export const handleDownloadUserLogs: Handler<typeof downloadUserLogs> = async ({ params, query: { format } }, call) => {
  const query: LogQuery = {
    place: placeOf(call),
    userType: params.userType,
    userId: params.user,
    category: params.action,
    range: params.dateRange,
    campaignId: params.campaign,
  }
  return {
    fileName: `user-logs-${localDateAt(call.platform.clock.now(), reportTimeZone)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(csvOf(query, call, format)),
  }
}

/** All log entries of a tenant, with what the reader may not see removed. */
export const logAsCsv = (place: TenantPath, call: SignedInCall, format: CsvFormat): AsyncGenerator<string> =>
  csvOf({ place, userType: 'all', userId: 'all', category: 'all', range: 'all', campaignId: 'all' }, call, format)

async function* csvOf(query: LogQuery, call: SignedInCall, format: CsvFormat): AsyncGenerator<string> {
  yield csvStart(format) + csvLine(logColumns, format)
  const countryOf = await openCountries()
  const nameOf = new Intl.DisplayNames(['en'], { type: 'region' })
  for (let before: string | undefined; ;) {
    const rows = await call.inScope((tx) => readLog(tx, query, { limit: rowsAtOnce, before }))
    const lines = rows.map((row) => presentRow(row, call.caller, countryOf))
    yield lines
      .map((row) =>
        csvLine(
          [
            row.create_date,
            row.name,
            row.userType,
            row.on_behalf_of,
            row.user_ip,
            row.location === '' ? '' : (nameOf.of(row.location) ?? ''),
            row.category,
            row.action,
            row.description,
            row.company_name,
          ],
          format,
        ),
      )
      .join('')
    if (rows.length < rowsAtOnce) return
    before = rows.at(-1)!.seq
  }
}
