/**
 * What may happen to visitors of a jurisdiction, from loose to strict. `company`: the company behind the network may be recognized, the person
 * never. `count`: visits are counted, without an id. `nothing`: the pixel stores nothing, sends nothing, and what arrives anyway is only counted.
 */
export const regionRuleNames = ['identify', 'company', 'count', 'nothing'] as const
export type RegionRuleName = (typeof regionRuleNames)[number]

/** A jurisdiction with a rule. Where there is none, people may be identified unless an agency forbids it. */
interface RegionRule {
  /** For people, translated on screens. */
  name: string
  /** Countries by ISO 3166, and the registries' codes of regions. */
  countries: readonly string[]
  rule: RegionRuleName
  source: string
  /** When the source was last read, as year and month. */
  read: string
}

const of = (codes: string): readonly string[] => codes.split(' ')

/** Jurisdictions where law asks for consent before a device is touched: nobody can loosen them, only add to them. */
export const regionRules: readonly RegionRule[] = [
  {
    // The registries write EU for networks of several of its countries.
    name: 'European Union',
    countries: of('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE EU'),
    rule: 'nothing',
    source: 'ePrivacy Directive, Art. 5(3); GDPR, Art. 3(2)(b), 6 and 14',
    read: '2026-11',
  },
  {
    name: 'Overseas parts of the EU',
    countries: of('AX GF GP MQ MF RE YT'),
    rule: 'nothing',
    source: 'Parts of EU countries with codes of their own',
    read: '2026-11',
  },
  {
    name: 'Iceland, Liechtenstein and Norway',
    countries: of('IS LI NO'),
    rule: 'nothing',
    source: 'EEA Agreement: the GDPR applies',
    read: '2026-11',
  },
  {
    name: 'United Kingdom and its islands',
    countries: of('GB UK GI GG JE IM'),
    rule: 'nothing',
    source: 'UK GDPR, Art. 3(2)(b); PECR, regulation 6; their counterparts on the islands and in Gibraltar',
    read: '2026-11',
  },
  {
    name: 'Switzerland',
    countries: of('CH'),
    rule: 'nothing',
    source: 'Revised FADP of 2023-09-01; FMG, Art. 45c',
    read: '2026-11',
  },
  {
    name: 'Andorra, Monaco, San Marino and their like',
    countries: of('AD FO GL MC SM VA'),
    rule: 'nothing',
    source: 'No rule read: surrounded by or tied to the above, so treated as they are',
    read: '2026-11',
  },
]

const ruleByCountry: ReadonlyMap<string, RegionRuleName> = new Map(
  regionRules.flatMap(({ countries, rule }) => countries.map((country) => [country, rule] as const)),
)

/** An agency's own rules, by country. */
export type OwnRegionRules = ReadonlyMap<string, RegionRuleName>

const strictness = (rule: RegionRuleName): number => regionRuleNames.indexOf(rule)

/**
 * The rule for visitors of a country: the stricter one of the law's and the agency's, so that no agency loosens anything. An unknown country, an
 * empty text, has no rule.
 */
export function regionRuleOf(country: string, own?: OwnRegionRules): RegionRuleName {
  const rule = ruleByCountry.get(country) ?? 'identify'
  const ownRule = own?.get(country) ?? 'identify'
  return strictness(ownRule) > strictness(rule) ? ownRule : rule
}
