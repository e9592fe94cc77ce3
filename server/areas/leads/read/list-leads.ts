import type { AnswerOf } from '#contract/core/operation.ts'
import { toPage } from '#contract/core/page.ts'
import type { listLeads as operation } from '#contract/leads/leads.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { listScopeOf } from '#server/areas/tenants/list-scope.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { readLeadQuery, type LeadQuery } from './lead-query.ts'
import { presentLead } from './present.ts'
import { isTimed, pageOfRows, readOtherPage, timedPage, type LeadPage, type TimedRow } from './read-page.ts'
import { rejectUnknownFields } from './assert-known.ts'
import { readRange } from './report-range.ts'

/** A page of leads, with the time zone of the date range. */
export async function listLeads(
  { params, query }: Input<typeof operation>,
  call: SignedInCall,
): Promise<AnswerOf<typeof operation>> {
  const { page, perPage } = query
  const leadQuery = readLeadQuery(
    query,
    listScopeOf(call.object!, params.clientId, query.groupId),
    readRange(params),
    call.caller,
  )
  const { leads, total, reach = total } = await findPage(leadQuery, (page - 1) * perPage, perPage, call)
  const rows = leads.map((lead) => presentLead(lead, call.caller))
  return { ...toPage(rows, page, perPage, reach), total, time_zone: reportTimeZone }
}

async function findPage(query: LeadQuery, offset: number, perPage: number, call: SignedInCall): Promise<LeadPage> {
  const { audience, campaignId } = query
  // Leads are then looked up by campaign alone, so check first that the campaign belongs to the client.
  if (campaignId !== null) await call.inScope((tx) => rejectUnknownFields(tx, audience, campaignId))
  const page = isTimed(query)
    ? pageOfRows(await call.readOnce<TimedRow>(timedPage(query, offset, perPage)))
    : await call.inScope((tx) => readOtherPage(tx, query, offset, perPage))
  if (page.total === 0 && campaignId === null) await call.inScope((tx) => rejectUnknownFields(tx, audience, null))
  return page
}
