import type { limitFrequencies, reidentificationTypes } from '#contract/campaigns/campaign.ts'
import type { ReportEvery } from '#contract/campaigns/notices.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

type Reidentification = (typeof reidentificationTypes)[number]
type LimitFrequency = (typeof limitFrequencies)[number]

export const reidentificationNames: Readonly<Record<Reidentification, Text>> = {
  never: msg('Never'),
  '1 week': msg('After 1 week'),
  '1 month': msg('After 1 month'),
  '3 months': msg('After 3 months'),
  '6 months': msg('After 6 months'),
  '1 year': msg('After 1 year'),
  always: msg('At every visit'),
}

/** Explains the cost of each option, shown below the field. */
export const reidentificationNotes: Readonly<Record<Reidentification, Text>> = {
  never: msg('Each person becomes a lead once. Later visits are added to their timeline and cost nothing.'),
  '1 week': msg(
    'Visits within a week of the lead are added to its timeline and cost nothing. Later ones make a new lead.',
  ),
  '1 month': msg(
    'Visits within a month of the lead are added to its timeline and cost nothing. Later ones make a new lead.',
  ),
  '3 months': msg(
    'Visits within 3 months of the lead are added to its timeline and cost nothing. Later ones make a new lead.',
  ),
  '6 months': msg(
    'Visits within 6 months of the lead are added to its timeline and cost nothing. Later ones make a new lead.',
  ),
  '1 year': msg(
    'Visits within a year of the lead are added to its timeline and cost nothing. Later ones make a new lead.',
  ),
  always: msg('Every visit by a known person creates a new lead, each at full price.'),
}

export const reportEveryNames: Readonly<Record<ReportEvery, Text>> = {
  lead: msg('With each lead'),
  hour: msg('Every hour'),
  day: msg('Every day at 8:00'),
  week: msg('Every Monday at 8:00'),
}

export const limitNames: Readonly<Record<LimitFrequency, Text>> = {
  day: msg('Limit {count}/day'),
  week: msg('Limit {count}/week'),
  month: msg('Limit {count}/month'),
  max: msg('Limit {count} in total'),
}

/** What prevents a campaign from starting, by the field that the server names. */
export const blockerTexts: Readonly<Record<string, Text>> = {
  siteUrl: msg('The site address is missing.'),
  endDate: msg('The end date has passed.'),
  profilematch: msg('The customer profile has no rule.'),
  profileminimum: msg('The customer profile requires more rules than it has.'),
  keyword: msg('No keywords or topics are set.'),
  locationTarget: msg('No states or ZIP codes are targeted.'),
}
