import type { AnswerOf } from '#contract/core/operation.ts'
import { toPage } from '#contract/core/page.ts'
import { reportTimeZone, type listLeads as operation } from '#contract/leads/leads.ts'
import { audienceOf } from '#server/areas/tenants/public.ts'
import type { Input, SignedInCall } from '#server/platform/http/call.ts'
import { readLeadQuery } from './lead-query.ts'
import { presentLead } from './present.ts'
import { readLeadPage } from './read-page.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { readRange } from './report-range.ts'

/** A page of leads, with the zone whose days the range is made of. */
export async function listLeads(
  { params, query }: Input<typeof operation>,
  call: SignedInCall,
): Promise<AnswerOf<typeof operation>> {
  const { Page: page, PerPage: perPage } = query
  const asked = readLeadQuery(query, audienceOf(call.object!, params.clientID), readRange(params))
  const { leads, total } = await call.inScope(async (tx) => {
    // A campaign's leads are found by the campaign alone, so that it is the client's must be known beforehand.
    const isNarrowed = asked.campaignId !== null
    if (isNarrowed) await refuseUnknown(tx, asked.audience, asked.campaignId)
    const found = await readLeadPage(tx, asked, page, perPage)
    if (found.total === 0 && !isNarrowed) await refuseUnknown(tx, asked.audience, null)
    return found
  })
  const rows = leads.map((lead) => presentLead(lead, call.caller))
  return { ...toPage(rows, page, perPage, total), time_zone: reportTimeZone }
}
