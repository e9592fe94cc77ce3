import type { CompanyWindow } from '#contract/campaigns/module-fields/b2b.ts'
import { domainFrom, linesOf, profileFields, usualSurge_percent } from '#contract/campaigns/module-fields/b2b.ts'
import { sentences, withNames } from '#contract/core/sentences.ts'
import { workInformation } from '#contract/identity/advance-information.ts'
import { invalid } from '#server/platform/failure.ts'
import { findUnknownStates } from '../../places/find-unknown-places.ts'
import type { Blocker, CampaignModule } from '../campaign-module.ts'
import { assertInformationType } from '../information-type.ts'
import { siteBlockers } from '../local/definition.ts'
import { defaultPeople } from '../people-defaults.ts'
import { countRules, meetsProfile, rulesRequired, type Profile } from './profile.ts'

/** The settings of a B2B ID campaign. */
export interface B2bSettings extends Profile {
  /** Company domains that never become leads. */
  excludedDomains: readonly string[]
  /** How long a company counts as one lead. */
  companyWindow: CompanyWindow
  /** Whether to suggest contacts at companies with unidentified visitors. */
  suggestsContacts: boolean
  /** Whether only people of surging companies become leads; missing in settings older than surges. */
  onlySurging?: boolean
  /** The percentage of its usual week that a company must reach to surge. */
  surge_percent?: number
  /** The kinds of information that come with each lead; empty: all about work and company. */
  information: readonly string[]
}

const start: B2bSettings = {
  match: 'all',
  least: 1,
  industries: [],
  sizes: [],
  seniorities: [],
  departments: [],
  titles: [],
  states: [],
  excludedDomains: [],
  companyWindow: '1 month',
  suggestsContacts: true,
  onlySurging: false,
  surge_percent: usualSurge_percent,
  information: [],
}

/** B2B ID: who visits the client's site becomes a lead if their job and company meet the campaign's profile. */
export const definition: CampaignModule<B2bSettings> = {
  events: { source: 'visits' },
  defaults: { people: defaultPeople, settings: start },
  codec: {
    fields: [...profileFields, 'listB2BInformationId', 'campaign_information_type'],
    read(fields, before) {
      assertInformationType(fields.campaign_information_type, 'b2b')
      return {
        match: fields.profilematch ?? before.match,
        least: fields.profileminimum ?? before.least,
        industries: once(fields.profileindustry) ?? before.industries,
        sizes: once(fields.profilesize) ?? before.sizes,
        seniorities: once(fields.profileseniority) ?? before.seniorities,
        departments: once(fields.profiledepartment) ?? before.departments,
        titles: fields.profiletitle === undefined ? before.titles : linesOf(fields.profiletitle),
        states: once(fields.profilestate) ?? before.states,
        excludedDomains: readDomains(fields.companyexclude) ?? before.excludedDomains,
        companyWindow: fields.companywindow ?? before.companyWindow,
        suggestsContacts: fields.suggestcontacts ?? before.suggestsContacts,
        onlySurging: fields.surgeonly ?? before.onlySurging ?? false,
        surge_percent: fields.surgepercent ?? before.surge_percent ?? usualSurge_percent,
        information: readInformation(fields.listB2BInformationId) ?? before.information,
      }
    },
    present: (settings) => ({
      profilematch: settings.match,
      profileminimum: settings.least,
      profileindustry: [...settings.industries],
      profilesize: [...settings.sizes],
      profileseniority: [...settings.seniorities],
      profiledepartment: [...settings.departments],
      profiletitle: settings.titles.join('\n'),
      profilestate: [...settings.states],
      companyexclude: settings.excludedDomains.join('\n'),
      companywindow: settings.companyWindow,
      suggestcontacts: settings.suggestsContacts,
      surgeonly: settings.onlySurging ?? false,
      surgepercent: settings.surge_percent ?? usualSurge_percent,
      listB2BInformationId: [...settings.information],
      campaign_information_type: 'b2b',
    }),
  },
  findBlockers: (campaign, settings) => [...siteBlockers(campaign), ...findProfileBlockers(settings)],
  checkPlaces: async ({ settings }, _before, { tx }) => {
    const unknownStates = await findUnknownStates(tx, settings.states)
    if (unknownStates.length > 0) throw invalid('profilestate', withNames(sentences.unknownStates, unknownStates))
  },
  informationOf: ({ information }) => (information.length > 0 ? information : workInformation),
  findsCompanies: ({ suggestsContacts }) => suggestsContacts,
  isSuggestion: (settings, work) => settings.suggestsContacts && meetsProfile(settings, work),
  surgePercentOf: ({ onlySurging, surge_percent }) => (onlySurging ? (surge_percent ?? usualSurge_percent) : null),
  companyWindowOf: ({ companyWindow }) => companyWindow,
  ownStages: {
    no_employer: {
      stops: ({ company }) => company === null,
      explain: ({ company }) => (company === null ? null : { text: 'value', values: { value: company } }),
    },
    company_excluded: {
      stops: ({ company, settings }) => company !== null && settings.excludedDomains.includes(company),
      explain: () => null,
    },
    profile_missed: {
      stops: ({ work, settings }) => !meetsProfile(settings, work),
      explain: ({ settings }) => ({
        text: 'rules_required',
        values: { least: rulesRequired(settings), count: countRules(settings) },
      }),
    },
    company_calm: {
      stops: ({ isSurging, settings }) => settings.onlySurging === true && !isSurging,
      explain: ({ settings: { onlySurging, surge_percent } }) =>
        onlySurging ? { text: 'surge_required', values: { percent: surge_percent ?? usualSurge_percent } } : null,
    },
  },
}

function findProfileBlockers(settings: B2bSettings): Blocker[] {
  const count = countRules(settings)
  if (count === 0) return [{ field: 'profilematch', message: 'The customer profile has no rule.' }]
  if (settings.match !== 'least' || settings.least <= count) return []
  return [{ field: 'profileminimum', message: 'The customer profile requires more rules than it has.' }]
}

const once = (ids: readonly string[] | undefined): string[] | undefined => ids && [...new Set(ids)]

/** The contract has already checked that each line is a domain. */
const readDomains = (text: string | undefined): string[] | undefined =>
  text === undefined ? undefined : [...new Set(linesOf(text).flatMap((line) => domainFrom(line) ?? []))]

/** Deduplicates the kinds, in the catalog's order. */
function readInformation(ids: readonly string[] | undefined): string[] | undefined {
  if (ids === undefined) return undefined
  if (ids.some((id) => !workInformation.includes(id))) throw invalid('listB2BInformationId', sentences.choice)
  return workInformation.filter((id) => ids.includes(id))
}
