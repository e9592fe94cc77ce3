import type { Text } from '#i18n/arabic.ts'
import type { PaperPart } from '#server/platform/pdf/draw-paper.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { HeldFile } from './held-file.ts'

type Day = (at: string) => string
type Fact = readonly [label: string, value: string]

/** What is held besides the identity data: opt-outs, searches, visits, conclusions and lists. Parts that are empty are left out. */
export const heldMoreParts = (say: Translate, file: HeldFile, day: Day): PaperPart[] => [
  ...factsPart(
    say('Opted out'),
    file.opted_out.map(({ reason, since }): Fact => [say(reasonTexts[reason] ?? 'Opted out'), day(since)]),
  ),
  ...searchParts(say, file, day),
  ...visitParts(say, file, day),
  ...factsPart(
    say('What was concluded'),
    file.concluded.map(({ kind, for: client, at }): Fact => [
      say(conclusionTexts[kind]),
      // Below each other, because a date after a name in other letters would change its order.
      [client ?? say('A company'), ...(at ? [day(at)] : [])].join('\n'),
    ]),
  ),
  ...listParts(say, file, day),
]

const heading = (text: string): PaperPart => ({ kind: 'text', text, isHeading: true })

const factsPart = (title: string, facts: readonly Fact[]): PaperPart[] =>
  facts.length === 0 ? [] : [heading(title), { kind: 'facts', facts }]

/** By the reasons that `opt_out` has. */
const reasonTexts: Readonly<Record<string, Text>> = {
  delete_act: 'By the deletion platform of California',
}

const conclusionTexts: Readonly<Record<HeldFile['concluded'][number]['kind'], Text>> = {
  interested: 'Interested in what a campaign is about',
  converted: 'Became a customer',
  doubted: 'Reported as someone else',
}

const listTexts: Readonly<Record<HeldFile['lists'][number]['kind'], Text>> = {
  audience: 'List for an audience',
  exclusion: 'List of people to leave out',
  enriched: 'List that was enriched',
}

function searchParts(say: Translate, { searches_and_pages_read: searches }: HeldFile, day: Day): PaperPart[] {
  if (searches.count === 0) return []
  const title = heading(say('Searches and pages read'))
  if (!searches.list) return [title, countPart(say('Searches and pages read'), searches.count)]
  return [
    title,
    {
      kind: 'table',
      head: [say('What'), say('What it is'), say('Date')],
      texts: [3, 1, 1],
      size: 9,
      rows: searches.list.map(({ at, kind, phrase }) => ({
        cells: [phrase, say(kind === 'search' ? 'Search' : 'Page'), day(at)],
      })),
    },
  ]
}

function visitParts(say: Translate, file: HeldFile, day: Day): PaperPart[] {
  const { visits_recognized: count, browsers_linked: browsers, visits } = file
  if (count === 0 && browsers === 0) return []
  return [
    heading(say('Visits')),
    {
      kind: 'facts',
      facts: [
        [say('Visits recognized'), String(count)],
        [say('Browsers linked'), String(browsers)],
      ],
    },
    ...(visits
      ? [
          {
            kind: 'table' as const,
            head: [say('Page'), say('Site of'), say('Date')],
            texts: [3, 1, 1],
            size: 9,
            rows: visits.map(({ at, site_of: client, page, title, searched_for: phrases }) => ({
              cells: [phrases ? phrases.join('; ') : page, client, day(at)],
              ...(title && { details: [title] }),
            })),
          },
        ]
      : []),
  ]
}

function listParts(say: Translate, { lists }: HeldFile, day: Day): PaperPart[] {
  if (lists.length === 0) return []
  return [
    heading(say('Lists')),
    ...lists.map(({ kind, by, name, since, sold_to_it_at: soldAt }): PaperPart => ({
      kind: 'facts',
      isRuled: true,
      facts: [
        [say('What it is'), say(listTexts[kind])],
        [say('Uploaded by'), by],
        [say('Name'), name ?? ''],
        [say('Date'), day(since)],
        [say('Sold to it'), soldAt ? day(soldAt) : ''],
      ],
    })),
  ]
}

const countPart = (label: string, count: number): PaperPart => ({ kind: 'facts', facts: [[label, String(count)]] })
