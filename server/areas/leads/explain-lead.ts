import { hostOfUrl } from '#contract/core/hosts.ts'
import { hoursOfWeek, textOfWindow, windowsOf } from '#contract/campaigns/active-hours.ts'
import { stageDetails, type StageDetail } from '#contract/leads/stage-details.ts'
import { firstModule, type Module } from '#contract/campaigns/modules.ts'
import { isSuggested } from '#contract/leads/lead.ts'
import { passedStage, type Reason } from '#contract/leads/reasons.ts'
import type { SearchFacts } from '#contract/leads/search.ts'
import { ownStagesOf, stagesOfModule } from '#server/areas/campaigns/modules/registry.ts'
import { readTransfersOf, type Transfer } from '#server/areas/ledger/read-transfers.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { hourOfWeekAt } from './resolve/active-hours.ts'
import type { MatchKey } from './resolve/batch.ts'

/** A stage that the visit passed, with the compared values. */
interface PassedStage {
  reason: Reason
  stage: string
  detail: DetailText | null
}

/** A sentence and its values: ISO 8601 dates, numeric amounts. */
interface DetailText {
  text: string
  values: Record<string, string | number>
}

/** A transfer with both account balances before and after it, in 1/10,000 dollar. */
export interface ExplainedTransfer extends Transfer {
  debitBefore_e4: number
  creditBefore_e4: number
}

export interface LeadTrace {
  matchKey: MatchKey | null
  /** From 0 to 1. */
  confidence: number | null
  /** The searches behind it; null for a visit. */
  search: SearchFacts | null
  /** The additional information delivered with it; null if none. */
  information: Record<string, string> | null
  /** Empty for a test lead. */
  passed: PassedStage[]
  transfers: ExplainedTransfer[]
}

interface Rules {
  timeZone: string
  startDate: string
  endDate: string | null
  /** Absent if the campaign has no schedule. */
  activeHours?: string[]
  /** Rules stored before schedules had weekdays contain two hours for all days. */
  activeFrom?: number
  activeTo?: number
  spreadsEvenly?: boolean
  /** Absent if the agency forbade no state. */
  forbiddenStates?: string[]
  nationalTargeting: boolean
  states: string[]
  zips: string[]
  /** Absent if the campaign had none. */
  audiences?: { name: string; use: 'include' | 'exclude' }[] | null
  requireEmail: boolean
  requirePhone: boolean
  requireAddress: boolean
  reidentification: string
  reidentificationAcrossClient: boolean
  limitLeads: number | null
  limitPeriod: string
  /** Absent if the campaign had none. */
  monthCap_cents?: number
  /** The client's cap. The agency's is not stored with a lead, since clients can read this. */
  clientCap_cents?: number
  /** Rules stored before there was a second module have no module. */
  module?: Module
  moduleSettings?: object
}

interface Decided {
  kind: 'lead' | 'test'
  matchKey: MatchKey | null
  confidence: number | null
  email: string | null
  phone: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  pageUrl: string
  limitUsed: number | null
  rules: Rules | null
  search: SearchFacts | null
  information: Record<string, string> | null
  company: string | null
  /** The local date of the visit in the campaign's time zone; null once the visit was deleted. */
  visitDate: string | null
  /** The instant compared with the schedule: that of the visit, or that of matching for searches. */
  judgedAt: Date | null
  /** When the person's previous lead was created, if the campaign's rule counts it. */
  earlierLeadDate: string | null
}

/**
 * Explains a lead: the matching key and confidence, every stage with the values compared at
 * the time, and what was paid. Null if the lead isn't visible in the scope.
 */
export async function explainLead(tx: Tx, agencyId: string, leadId: string): Promise<LeadTrace | null> {
  const decision = await readDecided(tx, agencyId, leadId)
  if (!decision) return null
  const transfers = await readTransfersOf(tx, agencyId, leadId)
  return {
    matchKey: decision.matchKey,
    confidence: decision.confidence,
    search: decision.search,
    information: decision.information,
    passed: decision.rules ? passedStages(decision, decision.rules) : [],
    transfers: transfers.map((transfer) => ({
      ...transfer,
      debitBefore_e4: transfer.debitBalance_e4 + transfer.amount_e4,
      creditBefore_e4: transfer.creditBalance_e4 - transfer.amount_e4,
    })),
  }
}

async function readDecided(tx: Tx, agencyId: string, leadId: string): Promise<Decided | null> {
  const { rows } = await tx.query<Decided>(
    `select l.kind, l.match_key as "matchKey", l.confidence, l.email, l.phone_e164 as phone, l.street, l.city, l.state,
            l.zip, l.page_url as "pageUrl", l.limit_used as "limitUsed", r.rules, l.search, l.information, l.company_domain as company,
            (select v.at at time zone (r.rules ->> 'timeZone') from visit v
              where v.agency_id = l.agency_id and v.id = l.visit_id)::date as "visitDate",
            case when l.search is null then (select v.at from visit v where v.agency_id = l.agency_id and v.id = l.visit_id)
              else l.created_at end as "judgedAt",
            (select max(e.created_at) at time zone (r.rules ->> 'timeZone') from lead e
              where e.agency_id = l.agency_id and e.client_id = l.client_id and e.person_id = l.person_id
                and e.kind = 'lead' and e.id <> l.id and e.created_at <= l.created_at
                and (e.campaign_id = l.campaign_id or (r.rules ->> 'reidentificationAcrossClient')::boolean)
            )::date as "earlierLeadDate"
       from lead l
       left join campaign_rules r on r.agency_id = l.agency_id and r.campaign_id = l.campaign_id and r.id = l.rules_id
      where l.agency_id = $1 and l.id = $2`,
    [agencyId, leadId],
  )
  return rows[0] ?? null
}

const detailOf = (detail: StageDetail, values: DetailText['values'] = {}): DetailText => ({
  text: stageDetails[detail],
  values,
})
const valueDetail = (value: string | null): DetailText | null => (value ? detailOf('value', { value }) : null)

function passedStages(lead: Decided, rules: Rules): PassedStage[] {
  const sureness = valueDetail(lead.confidence === null ? null : `${Math.round(lead.confidence * 100)}%`)
  const details: Partial<Record<Reason, DetailText | null>> = {
    host_not_allowed: valueDetail(hostOfUrl(lead.pageUrl)),
    no_key: valueDetail(lead.matchKey?.toUpperCase() ?? null),
    no_contact: sureness,
    no_match: sureness,
    region_forbidden: rules.forbiddenStates
      ? detailOf('region_allowed', { home: lead.state ?? '–', list: rules.forbiddenStates.join(', ') })
      : detailOf('no_region_rule'),
    email_missing: requiredDetail(rules.requireEmail, lead.email),
    phone_missing: requiredDetail(rules.requirePhone, lead.phone),
    address_missing: requiredDetail(
      rules.requireAddress,
      [lead.street, lead.city, lead.state, lead.zip].filter(Boolean).join(', '),
    ),
    outside_target: targetDetail(lead, rules),
    outside_audience: audienceDetail(rules),
    returning: windowDetail(lead, rules),
    not_started: dayDetail('since', lead, { start: rules.startDate, zone: rules.timeZone }),
    ended: rules.endDate ? dayDetail('until', lead, { end: rules.endDate, zone: rules.timeZone }) : detailOf('no_end'),
    outside_hours: hoursDetail(lead, rules),
    limit_reached: limitDetail(lead, rules),
    cap_reached: capDetail(rules),
    paced: rules.spreadsEvenly ? detailOf('pace', { limit: String(rules.limitLeads) }) : detailOf('no_pace'),
  }
  const module = rules.module ?? firstModule
  const stages = ownStagesOf(module)
  return stagesOfModule(module)
    .filter((reason) => reason !== (isSuggested(lead.matchKey) ? 'no_match' : 'no_contact'))
    .flatMap((reason) => {
      const stage = passedStage(reason)
      if (stage === null) return []
      const explanation = stages[reason]?.explain({
        settings: rules.moduleSettings ?? {},
        search: lead.search,
        company: lead.company,
      })
      const detail = explanation ? detailOf(explanation.text, explanation.values) : (details[reason] ?? null)
      return [{ reason, stage, detail }]
    })
}

const requiredDetail = (isRequired: boolean, value: string | null): DetailText | null =>
  isRequired ? valueDetail(value) : detailOf('not_required')

/** The first entries of a long list, and the number of the rest. */
const maxShown = 5

function targetDetail({ state, zip }: Decided, rules: Rules): DetailText {
  if (rules.nationalTargeting) return detailOf('national')
  const byState = state !== null && rules.states.includes(state)
  const [home, all] = byState ? [state, rules.states] : [zip ?? '', rules.zips]
  const list = all.slice(0, maxShown).join(', ')
  return all.length > maxShown
    ? detailOf('area_of_many', { home, list, more: all.length - maxShown })
    : detailOf('area', { home, list })
}

const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The schedule hours it fell into; empty once the visit was deleted. */
function hoursDetail(
  { judgedAt }: Decided,
  { activeHours, activeFrom = 0, activeTo = 24, timeZone }: Rules,
): DetailText | null {
  const activeHoursDetail = (from: number, to: number): DetailText =>
    detailOf('hours', { from: clockOf(from), to: clockOf(to), zone: timeZone })
  if (!activeHours)
    return activeFrom === 0 && activeTo === 24 ? detailOf('every_hour') : activeHoursDetail(activeFrom, activeTo)
  const hour = judgedAt && hourOfWeekAt(judgedAt.getTime(), timeZone)
  const hours = windowsOf(activeHours).find((one) => hour !== null && hoursOfWeek([textOfWindow(one)]).has(hour))
  return hours ? activeHoursDetail(hours.from, hours.to) : null
}

function audienceDetail({ audiences }: Rules): DetailText {
  const listOf = (use: 'include' | 'exclude'): string =>
    (audiences ?? [])
      .filter((one) => one.use === use)
      .map(({ name }) => name)
      .join(', ')
  const [list, without] = [listOf('include'), listOf('exclude')]
  if (list && without) return detailOf('in_and_in_no_audience', { list, without })
  if (list) return detailOf('in_audience', { list })
  return without ? detailOf('in_no_audience', { list: without }) : detailOf('any_audience')
}

function windowDetail({ earlierLeadDate: last }: Decided, rules: Rules): DetailText {
  const window = rules.reidentification
  const across = rules.reidentificationAcrossClient
  return last
    ? detailOf(across ? 'later_lead_across' : 'later_lead', { window, last })
    : detailOf(across ? 'first_lead_across' : 'first_lead', { window })
}

/** Empty once the visit was deleted. */
const dayDetail = (
  detail: 'since' | 'until',
  { visitDate: day }: Decided,
  bounds: DetailText['values'],
): DetailText | null => (day ? detailOf(detail, { day, ...bounds }) : null)

function capDetail({ monthCap_cents: cap_cents, clientCap_cents: ofClient }: Rules): DetailText {
  if (ofClient === undefined)
    return cap_cents === undefined ? detailOf('no_cap') : detailOf('cap', { amount_cents: cap_cents })
  return cap_cents === undefined
    ? detailOf('client_cap', { client_cents: ofClient })
    : detailOf('cap_and_client_cap', { amount_cents: cap_cents, client_cents: ofClient })
}

const limitDetails: Readonly<Record<string, StageDetail>> = {
  day: 'limit_day',
  week: 'limit_week',
  month: 'limit_month',
  total: 'limit_total',
}

function limitDetail({ limitUsed: count }: Decided, { limitLeads: limit, limitPeriod }: Rules): DetailText | null {
  if (limit === null) return detailOf('no_limit')
  return count === null ? null : detailOf(limitDetails[limitPeriod]!, { used: count, limit })
}
