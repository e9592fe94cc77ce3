import type { VisitDetail } from '#contract/leads/lead.ts'
import { reasonTable, type Reason } from '#contract/leads/reasons.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

/** Where something can be changed so that such a visit could become a lead. */
export type Change =
  | { text: Text; at: 'field'; field: string }
  | { text: Text; at: 'campaign'; tab?: 'setup' }
  | { text: Text; at: 'exclusions' | 'agencyExclusions' | 'clientExclusions' | 'client' }

const field = (name: string, text: Text): Change => ({ text, at: 'field', field: name })

const changes: Partial<Record<Reason, Change>> = {
  host_not_allowed: field('siteUrl', msg('Add the website to the campaign')),
  ip_excluded: field('', msg('Change the excluded addresses')),
  no_key: { text: msg('See how the pixel recognizes visitors'), at: 'campaign', tab: 'setup' },
  no_contact: field('', msg('Change the customer profile')),
  page_excluded: field('', msg('Change which pages count')),
  negative_keyword: field('', msg('Change the negative keywords')),
  search_too_old: field('searchWindow', msg('Accept older searches')),
  too_few_searches: field('leastSearches', msg('Require fewer searches')),
  too_little_known: field('leastKnown', msg('Require less information')),
  company_excluded: field('', msg('Change the excluded companies')),
  profile_missed: field('minRules', msg('Change the customer profile')),
  company_calm: field('onlySurging', msg('Accept companies that aren’t surging')),
  email_missing: field('requireEmail', msg('Don’t require an email address')),
  phone_missing: field('requirePhone', msg('Don’t require a phone number')),
  address_missing: field('requireAddress', msg('Don’t require a home address')),
  outside_target: field('target', msg('Change the target area')),
  outside_audience: field('includeAudiences', msg('Change the audiences')),
  excluded_agency: { text: msg('Open the agency’s exclusion list'), at: 'agencyExclusions' },
  excluded_client: { text: msg('Open the client’s exclusion list'), at: 'clientExclusions' },
  excluded_campaign: { text: msg('Open the campaign’s exclusion list'), at: 'exclusions' },
  returning: field('reidentification', msg('Change when a returning person counts again')),
  company_returning: field('companyWindow', msg('Change when a company counts again')),
  not_started: field('startDate', msg('Change the start date')),
  ended: field('endDate', msg('Change the end date')),
  not_active: { text: msg('Open the campaign to start it'), at: 'campaign' },
  outside_hours: field('activeHours', msg('Change the days and hours')),
  limit_reached: field('limit', msg('Raise the limit')),
  paced: field('spreadEvenly', msg('Don’t spread leads over the day')),
  held: { text: msg('Open the campaign to release its leads'), at: 'campaign' },
  no_funds: { text: msg('Open the client’s balance and payments'), at: 'client' },
}

/** What could be changed so that a visit like this one becomes a lead; null if nothing can. */
export function changeOf({ reason, cap_of: capOf }: Pick<VisitDetail, 'reason' | 'cap_of'>): Change | null {
  if (reason !== 'cap_reached') return changes[reason] ?? null
  return capOf === 'client'
    ? { text: msg('Open the client’s spend cap'), at: 'client' }
    : { text: msg('Open the campaign’s spend cap'), at: 'campaign' }
}

/** Says that nothing needs to be changed, or why nothing can. */
export function unchangeableText(reason: Reason): Text {
  const texts = {
    lead: msg('Nothing needs to change: this is what a campaign is for.'),
    known: msg('Nothing needs to change: the person is yours already.'),
    unidentified: msg('No setting of the campaign can change this.'),
    rules: msg('Only who keeps this list can change this.'),
    limits: msg('Nothing of the campaign can change this.'),
    privacy: msg('This can’t be changed: people decide about their privacy themselves.'),
  } as const
  return texts[reasonTable[reason].group]
}
