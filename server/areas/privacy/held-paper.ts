import { buffer } from 'node:stream/consumers'
import type { Language } from '#contract/core/language.ts'
import { knownInformation } from '#contract/identity/advance-information.ts'
import { factLabels } from '#contract/privacy/fact-labels.ts'
import type { Text } from '#i18n/arabic.ts'
import type { HostOwner } from '#server/areas/branding/find-host.ts'
import { readBrand } from '#server/areas/branding/read-brand.ts'
import { readPaperBrand } from '#server/areas/branding/read-paper-brand.ts'
import type { Platform } from '#server/platform/platform.ts'
import { drawPaper, type PaperPart } from '#server/platform/pdf/draw-paper.ts'
import { showDate } from '#server/platform/show-date.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'
import type { HeldFile } from './held-file.ts'
import { heldMoreParts } from './held-more-parts.ts'
import { kept_for } from './kept-for.ts'

/** What is held about a person, to read: the same as the file for software, in the brand and the language of the page. */
export async function drawHeldPaper(
  platform: Platform,
  { rootId, agencyId }: Pick<HostOwner, 'rootId' | 'agencyId'>,
  language: Language,
  file: HeldFile,
): Promise<Buffer> {
  const say = await translatorOf(language)
  const title = say('What is held about you')
  const { company_id: companyId, name, brand_color: color, logo_svg } = await readBrand(platform, rootId, agencyId)
  const day = (at: string): string => showDate(at.slice(0, 10), language)
  return buffer(
    await drawPaper({
      title,
      number: '',
      language,
      // The people concerned live in the US.
      size: 'LETTER',
      brand: await readPaperBrand({ companyId, name, color, logo_svg }),
      parts: [
        {
          kind: 'facts',
          facts: [
            [say('Number of the request'), file.request],
            [say('Date'), day(file.made_at)],
          ],
        },
        ...heldParts(say, file, day),
        ...heldMoreParts(say, file, day),
        ...disclosedParts(say, file, day),
        ...keptParts(say),
      ],
    }),
  )
}

const heading = (text: string): PaperPart => ({ kind: 'text', text, isHeading: true })

function heldParts(say: Translate, { held }: HeldFile, day: (at: string) => string): PaperPart[] {
  if (held.length === 0)
    return [
      heading(say('What is held')),
      { kind: 'text', text: say('Nothing is held about the person with this address.') },
    ]
  return held.flatMap((person): PaperPart[] => [
    heading(say('Held from {source}', { source: person.source })),
    {
      kind: 'facts',
      facts: [
        [say('Last in a file'), day(person.last_in_a_file)],
        [say('Hashes of addresses'), String(person.hashes_of_addresses)],
        ...linesOf(say, person.facts, person.kinds_of_facts, 'Kinds of data'),
      ],
    },
    ...(isEmpty(person.inferences_and_traits, person.kinds_of_inferences_and_traits)
      ? []
      : [
          heading(say('Inferences and traits')),
          {
            kind: 'facts' as const,
            facts: linesOf(say, person.inferences_and_traits, person.kinds_of_inferences_and_traits, 'Kinds of traits'),
          },
        ]),
  ])
}

type Values = Readonly<Record<string, string | null>> | undefined

const isEmpty = (values: Values, kinds: readonly string[] | undefined): boolean =>
  Object.keys(values ?? {}).length === 0 && (kinds ?? []).length === 0

/** Traits that nobody named are called as their file called them. */
function nameOfTrait(say: Translate, kind: string): string {
  const trait = knownInformation.find(({ id }) => id === kind)
  return trait ? say(trait.name) : kind
}

/** Values by their label, or only the kinds. */
function linesOf(
  say: Translate,
  values: Values,
  kinds: readonly string[] | undefined,
  label: Text,
): [string, string][] {
  const nameOf = (kind: string): string =>
    kind in factLabels ? say(factLabels[kind as keyof typeof factLabels]) : nameOfTrait(say, kind)
  if (values) return Object.entries(values).map(([kind, value]) => [nameOf(kind), value ?? ''])
  return [[say(label), (kinds ?? []).map(nameOf).join(', ')]]
}

function disclosedParts(say: Translate, { disclosed }: HeldFile, day: (at: string) => string): PaperPart[] {
  if (disclosed.length === 0)
    return [heading(say('Sold to')), { kind: 'text', text: say('Nobody, as far as records go back.') }]
  return [
    heading(say('Sold to')),
    ...disclosed.flatMap((one): PaperPart[] => [
      {
        kind: 'facts',
        isRuled: true,
        facts: [
          [say('Date'), day(one.at)],
          [say('Sold to'), one.to],
          [say('Through'), one.through],
          [say('After a visit to'), one.after_a_visit_to ?? ''],
          ...linesOf(say, one.facts, one.kinds_of_facts, 'Kinds of data'),
          ...(isEmpty(one.inferences_and_traits, one.kinds_of_inferences_and_traits)
            ? []
            : linesOf(say, one.inferences_and_traits, one.kinds_of_inferences_and_traits, 'Kinds of traits')),
          [
            say('Sent on to'),
            one.sent_on_to.map(({ service, at }) => (at === null ? service : `${service}, ${day(at)}`)).join('\n'),
          ],
        ],
      },
    ]),
  ]
}

const keptTexts: Readonly<Record<keyof typeof kept_for, readonly [Text, Text]>> = {
  identity_data: ['Identity data', kept_for.identity_data],
  searches_and_pages_read: ['Searches and pages read', kept_for.searches_and_pages_read],
  visits: ['Visits', kept_for.visits],
  links_of_browsers: ['Links of browsers', kept_for.links_of_browsers],
  conclusions: ['Conclusions', kept_for.conclusions],
  lists_of_audiences: ['Lists of audiences', kept_for.lists_of_audiences],
  enriched_lists: ['Enriched lists', kept_for.enriched_lists],
  lists_of_exclusions: ['Lists of people to leave out', kept_for.lists_of_exclusions],
  disclosed_records: ['Records of what was sold', kept_for.disclosed_records],
  this_request: ['This request', '24 months'],
}

const keptParts = (say: Translate): PaperPart[] => [
  heading(say('How long it is kept')),
  { kind: 'facts', facts: Object.values(keptTexts).map(([label, text]) => [say(label), say(text)]) },
]
