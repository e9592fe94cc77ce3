import { dollarsFromE4 } from '#contract/core/money.ts'
import type { DeveloperLead, listDeveloperLeads as operation } from '#contract/leads/developer-leads.ts'
import { forLeadTexts } from '#contract/leads/lead-texts.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { CursorPosition } from '#server/platform/http/cursor.ts'
import { developerPage, ownerOfList } from '#server/platform/http/developer-list.ts'
import { rejectUnknownFields } from './assert-known.ts'
import { leadColumns, type Lead } from './lead-fields.ts'
import { leadConditions, leadOrder, selectLeads, type LeadQuery } from './lead-query.ts'

/** With what is known besides, which lists on screens do not show. */
type InformedLead = Lead & { searchedFor: string[] | null; information: Record<string, string> | null }
const columns = `${leadColumns}, lead.search -> 'phrases' as "searchedFor", lead.information`

/** Leads for the developer API, newest first. Every page is an index scan, however deep. */
export const listDeveloperLeads: Handler<typeof operation> = async ({ query }, call) => {
  const { campaign_id: campaignId = null, kind = 'all', created_from, created_before } = query
  const audience = { ...ownerOfList(call), groupId: null }
  const leadQuery: LeadQuery = {
    audience,
    campaignId,
    module: null,
    kind,
    status: null,
    range: {
      from_ms: created_from === undefined ? null : Date.parse(created_from),
      to_ms: created_before === undefined ? null : Date.parse(created_before),
    },
    words: [],
    byClient: false,
    sort: 'created_at',
    order: 'desc',
  }
  return developerPage<{ lead: InformedLead } & CursorPosition, DeveloperLead>(
    call,
    'leads',
    query,
    async (after, limit) => {
      const values: unknown[] = []
      const conditions = leadConditions(leadQuery, values)
      const parameter = (value: unknown): string => `$${values.push(value)}`
      if (after) conditions.push(`(lead.created_at, lead.id) < (${parameter(after.at)}, ${parameter(after.id)})`)
      const text = selectLeads({ columns, conditions, order: leadOrder(leadQuery, 'desc'), limit: parameter(limit) })
      // One prepared statement per set of filters, planned once per connection instead of per call.
      const name = `developer-leads-${[audience.clientId, campaignId, query.kind, created_from, created_before, after]
        .map((filter, at) => (filter ? (at === 2 ? kind : '1') : '0'))
        .join('')}`
      const rows = await call.readOnce<InformedLead>({ name, text, values })
      // If there are none, check that the campaign is visible: a foreign one must be answered as not found.
      if (rows.length === 0 && campaignId !== null)
        await call.inScope((tx) => rejectUnknownFields(tx, audience, campaignId))
      // Not spread: copying a row of two dozen fields costs more than reading it.
      return rows.map((lead) => ({ lead, at: lead.createdAt, id: lead.id }))
    },
    ({ lead }) => present(lead),
  )
}

const present = (lead: InformedLead): DeveloperLead => ({
  id: lead.id,
  kind: lead.kind,
  created_at: lead.createdAt.toISOString(),
  client_id: lead.clientId,
  client_name: lead.clientName,
  campaign_id: lead.campaignId,
  campaign_name: lead.campaignName,
  first_name: lead.firstName,
  last_name: lead.lastName,
  ...forLeadTexts((name) => lead[name]),
  page_url: lead.pageUrl,
  match_key: lead.matchKey,
  confidence: lead.confidence,
  retail_price: dollarsFromE4(lead.retailPrice_e4),
  converted_at: lead.convertedAt?.toISOString() ?? null,
  status: lead.status,
  assignee_id: lead.assigneeId,
  value_cents: lead.value_cents,
  tags: lead.tags,
  searched_for: lead.searchedFor,
  information: lead.information,
})
