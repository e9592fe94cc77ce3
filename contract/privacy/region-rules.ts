/** What may happen to visitors of a jurisdiction. Where there is no rule, people may be identified unless an agency forbids it. */
interface RegionRule {
  /** For people, translated on screens. */
  name: string
  /** Countries by ISO 3166, and the registries' codes of regions. */
  countries: readonly string[]
  /** `nothing`: visits are only counted. */
  rule: 'nothing'
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

const nothing: ReadonlySet<string> = new Set(regionRules.flatMap(({ countries }) => countries))

/** Whether visitors of a country may only be counted. An unknown country, an empty text, has no rule. */
export const isCountedOnlyIn = (country: string): boolean => nothing.has(country)
