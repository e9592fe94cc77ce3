import type { DeveloperVisit, listDeveloperVisits as operation } from '#contract/leads/developer-visits.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { developerPage, ownerOfList } from '#server/platform/http/developer-list.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { rejectUnknownFields } from './assert-known.ts'
import type { Visit } from './present.ts'
import { selectVisits } from './visit-query.ts'

/** Visits for the developer API, newest first. Ids begin with the time, so they give order, bounds and partitions. */
export const listDeveloperVisits: Handler<typeof operation> = async ({ query }, call) => {
  const { campaign_id: campaignId = null, reason, created_from, created_before } = query
  const audience = { ...ownerOfList(call), groupId: null }
  if (campaignId !== null) await call.inScope((tx) => rejectUnknownFields(tx, audience, campaignId))
  return developerPage(
    call,
    'visits',
    query,
    (after, limit) => {
      const values: unknown[] = [audience.agencyId]
      const conditions = ['visit.agency_id = $1']
      const add = (condition: string, value: unknown): void => {
        conditions.push(`${condition} $${values.push(value)}`)
      }
      if (audience.clientId !== null) add('visit.client_id =', audience.clientId)
      if (campaignId !== null) add('visit.campaign_id =', campaignId)
      if (reason !== undefined) add('visit.reason =', reason)
      if (created_from !== undefined) add('visit.id >=', lowestUuidAt(Date.parse(created_from)))
      if (created_before !== undefined) add('visit.id <', lowestUuidAt(Date.parse(created_before)))
      if (after) add('visit.id <', after.id)
      return call.readOnce<Visit>({ text: selectVisits(conditions, limit), values })
    },
    present,
  )
}

const present = (visit: Visit): DeveloperVisit => ({
  id: visit.id,
  at: visit.at.toISOString(),
  client_id: visit.clientId,
  campaign_id: visit.campaignId,
  kind: visit.kind,
  page_url: visit.pageUrl,
  referrer_host: visit.referrerHost ?? '',
  match_key: visit.matchKey,
  confidence: visit.confidence,
  reason: visit.reason,
  lead_id: visit.leadId,
})
