import type { ProfileMatch } from '#contract/campaigns/module-fields/b2b.ts'
import { departmentOf, industryOf, seniorityOf, sizeOf, stateOf } from '#contract/campaigns/profile/read-kinds.ts'
import { isTitle } from '#contract/campaigns/profile/titles.ts'
import type { Work } from '#server/areas/identity/read-information.ts'

/** The jobs and companies that a campaign targets. An empty list is no rule. */
export interface Profile {
  match: ProfileMatch
  /** How many rules must match if `match` is `least`. */
  least: number
  industries: readonly string[]
  sizes: readonly string[]
  seniorities: readonly string[]
  departments: readonly string[]
  titles: readonly string[]
  states: readonly string[]
}

const rules: readonly [
  list: 'industries' | 'sizes' | 'seniorities' | 'departments' | 'titles' | 'states',
  isMet: (wanted: readonly string[], work: Work) => boolean,
][] = [
  ['industries', (choices, work) => holds(choices, industryOf(wordOf(work, 'naics'), wordOf(work, 'industry')))],
  ['sizes', (choices, work) => holds(choices, sizeOf(wordOf(work, 'employee_band')))],
  ['seniorities', (choices, work) => holds(choices, seniorityOf(wordOf(work, 'seniority'), wordOf(work, 'job_title')))],
  [
    'departments',
    (choices, work) => holds(choices, departmentOf(wordOf(work, 'department'), wordOf(work, 'job_title'))),
  ],
  ['titles', (choices, work) => choices.some((title) => isTitle(wordOf(work, 'job_title'), title))],
  ['states', (choices, work) => holds(choices, stateOf(wordOf(work, 'headquarters')))],
]

const wordOf = (work: Work, kind: string): string => work.get(kind) ?? ''
const holds = (choices: readonly string[], one: string | null): boolean => one !== null && choices.includes(one)

const rulesOf = (profile: Profile) => rules.filter(([list]) => profile[list].length > 0)

/** The number of rules in a profile. */
export const countRules = (profile: Profile): number => rulesOf(profile).length

/** How many of them must match. */
export function rulesRequired(profile: Profile): number {
  const count = countRules(profile)
  return profile.match === 'all' ? count : profile.match === 'any' ? Math.min(1, count) : profile.least
}

/** Whether a person's work matches enough of the profile's rules. Unknown values match none. */
export const meetsProfile = (profile: Profile, work: Work): boolean =>
  rulesOf(profile).filter(([list, isMet]) => isMet(profile[list], work)).length >= rulesRequired(profile)
