import { withoutPhones } from '#contract/identity/advance-information.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import type { LeadRow, VisitRow } from '#contract/leads/lead.ts'
import { forLeadTexts } from '#contract/leads/lead-texts.ts'
import type { SearchFacts } from '#contract/leads/search.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Lead } from './lead-fields.ts'

/** Clients never see wholesale prices. */
export const seesWholesale = (caller: Pick<Caller, 'kind'>): boolean => caller.kind !== 'client'

/** What is to be done next is between the client and its agency, as notes are. */
export const seesWork = ({ kind }: Pick<Caller, 'kind'>): boolean => kind !== 'rootSystem' && kind !== 'rootAdmin'

/** An agency can hide phone numbers from a client (`showsPhone`). */
export const phoneFor = ({ kind }: Pick<Caller, 'kind'>, lead: Pick<Lead, 'phone' | 'showsPhone'>): string | null =>
  kind === 'client' && lead.showsPhone === false ? null : lead.phone

/** The lead's additional information, without phone numbers if they are hidden from the client. */
export const informationFor = (
  caller: Pick<Caller, 'kind'>,
  lead: Pick<Lead, 'showsPhone'>,
  information: Record<string, string>,
): Record<string, string> =>
  caller.kind === 'client' && lead.showsPhone === false ? withoutPhones(information) : information

const creditOf = (lead: Lead, caller: Pick<Caller, 'kind'>): LeadRow['credit'] =>
  lead.creditedRetail_e4 === null
    ? null
    : {
        cause: lead.isReturned ? 'return' : 'exclusion',
        retail: dollarsFromE4(lead.creditedRetail_e4),
        ...(seesWholesale(caller) && { wholesale: dollarsFromE4(lead.creditedWholesale_e4 ?? 0) }),
      }

export const presentLead = (lead: Lead, caller: Pick<Caller, 'kind'>): LeadRow => ({
  id: lead.id,
  kind: lead.kind,
  created_at: lead.createdAt.toISOString(),
  company_id: lead.clientId,
  company_name: lead.clientName,
  campaignId: lead.campaignId,
  campaignName: lead.campaignName,
  first_name: lead.firstName,
  last_name: lead.lastName,
  ...forLeadTexts((name) => lead[name] ?? ''),
  phone: phoneFor(caller, lead) ?? '',
  page_url: lead.pageUrl,
  match_key: lead.matchKey,
  confidence: lead.confidence,
  retail_price: dollarsFromE4(lead.retailPrice_e4),
  ...(seesWholesale(caller) && { wholesale_price: dollarsFromE4(lead.wholesalePrice_e4) }),
  credit: creditOf(lead, caller),
  converted_at: lead.convertedAt?.toISOString() ?? null,
  status: lead.status,
  assignee:
    lead.assigneeId === null
      ? null
      : { id: lead.assigneeId, name: lead.assigneeName, is_former: lead.assigneeIsFormer },
  next_action:
    lead.nextActionDate === null || !seesWork(caller) ? null : { text: lead.nextAction, date: lead.nextActionDate },
  value_cents: lead.value_cents,
  tags: lead.tags,
})

/** A resolved visit with the displayed fields of its campaign and lead. */
export interface Visit {
  id: string
  at: Date
  clientId: string
  campaignId: string
  campaignName: string
  kind: string
  pageUrl: string
  title: string | null
  referrerHost: string | null
  matchKey: Lead['matchKey']
  confidence: number | null
  personName: string | null
  search: SearchFacts | null
  reason: Reason
  capOf: VisitRow['cap_of']
  leadId: string | null
}

export const presentVisit = (visit: Visit, caller: Pick<Caller, 'kind'>): VisitRow => ({
  id: visit.id,
  at: visit.at.toISOString(),
  company_id: visit.clientId,
  campaignId: visit.campaignId,
  campaignName: visit.campaignName,
  kind: visit.kind,
  page_url: visit.pageUrl,
  title: visit.title ?? '',
  referrer_host: visit.referrerHost ?? '',
  match_key: visit.matchKey,
  confidence: visit.confidence,
  person_name: visit.personName,
  search: visit.search,
  reason: visit.reason,
  cap_of: visit.capOf === 'agency' && !seesWholesale(caller) ? null : visit.capOf,
  lead_id: visit.leadId,
})
