import type { Module } from '#contract/campaigns/modules.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import { ownStagesOf, stagesOfModule, surgePercentOf } from '#server/areas/campaigns/modules/registry.ts'
import { hasFault, type PlantableFault } from '#server/platform/planted-fault.ts'
import { isSurging } from '../surges.ts'
import type { Campaign, Candidate } from './batch.ts'
import type { Facts } from './facts.ts'
import { isForbiddenHome } from './region.ts'

/** One rule that an event must pass to become a lead. If it stops the event, `reason` is the event's outcome. */
export interface Stage {
  reason: Reason
  stops(candidate: Candidate, facts: Facts): boolean
}

const hasAddress = ({ match }: Candidate): boolean => {
  const person = match?.person
  return Boolean(person?.street && person.city && person.state && person.zip)
}

/** Compares the person's home with the targeted states and five-digit ZIP codes. */
function isOutsideTarget({ campaign, match }: Candidate): boolean {
  if (!campaign || campaign.nationalTargeting) return false
  const { state, zip } = match!.person
  return !(state !== null && campaign.states.has(state)) && !(zip !== null && campaign.zips.has(zip))
}

/**
 * The stages shared by all modules, in the order of docs/domain/life-of-a-lead.md. The first that stops an event gives the
 * reason. After `no_match` there is always a person. Limits and money come last, so that suppressed people are never billed.
 */
export const allStages: readonly Stage[] = [
  { reason: 'host_not_allowed', stops: ({ event }) => event.mark === 'host' },
  { reason: 'no_origin', stops: ({ event }) => event.mark === 'origin' },
  { reason: 'bot', stops: ({ event }) => event.mark === 'bot' },
  { reason: 'datacentre', stops: ({ event }) => event.mark === 'datacentre' },
  { reason: 'no_key', stops: ({ hasKey }) => !hasKey },
  { reason: 'no_contact', stops: ({ event, match }) => match === null && event.companyDomain !== null },
  { reason: 'no_match', stops: ({ match }) => match === null },
  { reason: 'opted_out', stops: ({ optedOut }) => optedOut },
  { reason: 'region_forbidden', stops: ({ campaign, match }) => isForbiddenHome(campaign, match!.person) },
  { reason: 'email_missing', stops: ({ campaign, match }) => campaign?.requireEmail === true && !match!.person.email },
  { reason: 'phone_missing', stops: ({ campaign, match }) => campaign?.requirePhone === true && !match!.person.phone },
  { reason: 'address_missing', stops: (one) => one.campaign?.requireAddress === true && !hasAddress(one) },
  { reason: 'outside_target', stops: isOutsideTarget },
  { reason: 'outside_audience', stops: (one, facts) => facts.isOutsideAudience(one) },
  { reason: 'excluded_root', stops: (one, facts) => facts.isExcluded(one, 'root') },
  { reason: 'excluded_agency', stops: (one, facts) => facts.isExcluded(one, 'agency') },
  { reason: 'excluded_client', stops: (one, facts) => facts.isExcluded(one, 'client') },
  { reason: 'excluded_campaign', stops: (one, facts) => facts.isExcluded(one, 'campaign') },
  { reason: 'no_earlier_visit', stops: (one, facts) => one.event.kind === 'conversion' && !facts.isConverted(one) },
  { reason: 'converted', stops: (one, facts) => facts.isConverted(one) },
  { reason: 'returning', stops: (one, facts) => facts.leadReturnedTo(one) !== null },
  { reason: 'company_returning', stops: (one, facts) => facts.isCompanyLead(one) },
  {
    reason: 'not_started',
    stops: ({ event, campaign }) => campaign !== null && event.receivedAt_ms < campaign.startsAt_ms,
  },
  { reason: 'ended', stops: (one, facts) => facts.isEnded(one) },
  { reason: 'not_active', stops: ({ campaign }) => campaign?.isActive !== true },
  { reason: 'outside_hours', stops: (one, facts) => facts.isOutsideHours(one) },
  { reason: 'limit_reached', stops: (one, facts) => facts.isLimitReached(one) },
  { reason: 'cap_reached', stops: (one, facts) => facts.capMet(one) !== null },
  { reason: 'paced', stops: (one, facts) => facts.isPaced(one) },
  { reason: 'held', stops: (one, facts) => facts.isHeld(one) },
  { reason: 'no_funds', stops: (one, facts) => !facts.hasFunds(one) },
]

const faultOf: Partial<Record<Reason, PlantableFault>> = {
  opted_out: 'skip-opt-out',
  region_forbidden: 'skip-region-rules',
  page_excluded: 'skip-pages',
  excluded_root: 'skip-exclusions',
  excluded_agency: 'skip-exclusions',
  excluded_client: 'skip-exclusions',
  excluded_campaign: 'skip-exclusions',
  outside_audience: 'skip-audiences',
  negative_keyword: 'skip-negative-keywords',
  search_too_old: 'skip-search-window',
  too_few_searches: 'skip-search-minimum',
  record_old: 'skip-record-age',
  too_little_known: 'skip-known-information',
  no_employer: 'skip-employer',
  company_excluded: 'skip-excluded-companies',
  profile_missed: 'skip-profile',
  company_calm: 'skip-surge',
  company_returning: 'skip-company-window',
  returning: 'drop-reidentification',
  outside_hours: 'skip-hours',
  limit_reached: 'skip-limit',
  cap_reached: 'skip-cap',
  paced: 'skip-pace',
  no_funds: 'skip-funds',
}

/** All stages, except those disabled by a planted fault in a test. */
export const stages = (): readonly Stage[] => allStages.filter(isInForce)

const isInForce = ({ reason }: Stage): boolean => !(faultOf[reason] && hasFault(faultOf[reason]))

/** The stages of an event's module, in the module's order, computed once per batch. */
export function ordersByModule(order: readonly Stage[]): (candidate: Candidate) => readonly Stage[] {
  const orders = new Map<Module, readonly Stage[]>()
  return ({ campaign }) => {
    if (campaign === null) return order
    let moduleOrder = orders.get(campaign.module)
    if (!moduleOrder) orders.set(campaign.module, (moduleOrder = orderOf(campaign.module, order)))
    return moduleOrder
  }
}

const isInSurge = ({ module, moduleSettings }: Campaign, surge: Candidate['surge']): boolean => {
  const percent = surge && surgePercentOf(module, moduleSettings)
  return percent !== null && isSurging(surge!, percent)
}

function orderOf(module: Module, sharedStages: readonly Stage[]): Stage[] {
  const byReason = new Map(sharedStages.map((stage) => [stage.reason, stage]))
  const ownStages = Object.entries(ownStagesOf(module)).map(([reason, stage]): Stage => ({
    reason: reason as Reason,
    stops: ({ event, campaign, match, work, company, surge, isPageExcluded }) =>
      stage.stops({
        settings: campaign!.moduleSettings,
        person: match!.person,
        search: event.search,
        work,
        company,
        isSurging: isInSurge(campaign!, surge),
        isPageExcluded,
        at_ms: event.receivedAt_ms,
      }),
  }))
  for (const stage of ownStages.filter(isInForce)) byReason.set(stage.reason, stage)
  return stagesOfModule(module).flatMap((reason) => byReason.get(reason) ?? [])
}
