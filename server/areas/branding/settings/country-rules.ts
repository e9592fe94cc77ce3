import type { RegionRuleName } from '#contract/privacy/region-rules.ts'

/** An agency's own rules, by country. */
export type CountryRules = Readonly<Record<string, RegionRuleName>>

/** The lists of the form, from loose to strict. */
const listOf = { company: 'company_countries', count: 'count_countries', nothing: 'nothing_countries' } as const
type OwnRule = keyof typeof listOf
const ownRules = Object.keys(listOf) as OwnRule[]
type Lists = Record<(typeof listOf)[OwnRule], string[]>

/** The countries of each rule, in order. */
export function showCountryRules(rules: CountryRules = {}): Lists {
  const countries = (rule: OwnRule) =>
    Object.keys(rules)
      .filter((country) => rules[country] === rule)
      .toSorted()
  return {
    company_countries: countries('company'),
    count_countries: countries('count'),
    nothing_countries: countries('nothing'),
  }
}

type SentLists = Readonly<Partial<Record<(typeof listOf)[OwnRule], readonly string[] | undefined>>>

export const givenCountryRules = (body: SentLists): string[] =>
  Object.values(listOf).filter((name) => body[name] !== undefined)

/** The rules with the lists of a body in the place of the old ones; of a country on several lists the strictest holds. */
export function mergeCountryRules(rules: CountryRules | undefined, body: SentLists): CountryRules {
  const lists = showCountryRules(rules)
  const pairs = ownRules.flatMap((rule) =>
    (body[listOf[rule]] ?? lists[listOf[rule]]).map((country) => [country, rule]),
  )
  return Object.fromEntries(pairs) as CountryRules
}
