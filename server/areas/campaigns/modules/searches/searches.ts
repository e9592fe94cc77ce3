import { sentences, withNames } from '#contract/core/sentences.ts'
import { keywordsOf, textOfKeyword, type Keyword } from '#contract/campaigns/keywords.ts'
import type { ModuleFields } from '#contract/campaigns/campaign.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import { findTopics } from '#server/areas/identity/topics/topics.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Blocker, CampaignModule, OwnStage } from '../campaign-module.ts'
import { assertNoneSensitive } from './sensitive.ts'

/** The search criteria of a campaign: the same in every module whose events are signals. */
export interface SearchSettings {
  keywords: readonly Keyword[]
  contextual: readonly Keyword[]
  topics: readonly string[]
  windowDays: number
  leastSearches: number
  description: string
}

export const searchDefaults: SearchSettings = {
  keywords: [],
  contextual: [],
  topics: [],
  windowDays: 7,
  leastSearches: 1,
  description: '',
}

export const searchEvents: CampaignModule<SearchSettings>['events'] = {
  source: 'signals',
  criteria: ({ keywords, contextual, topics, windowDays }) => ({
    search: [...keywords, ...seedsOf(topics)],
    page: [...contextual, ...seedsOf(topics)],
    negative: [...keywords, ...contextual].filter(({ kind }) => kind === 'negative').map(({ text }) => text),
    topics,
    windowDays,
  }),
}

export const searchFields = [
  'keyword',
  'keywordcontextual',
  'searchtopics',
  'searchwindow',
  'searchminimum',
  'desc',
] as const satisfies readonly (keyof ModuleFields)[]

export const readSearches = (fields: Partial<ModuleFields>, before: SearchSettings): SearchSettings => ({
  keywords: readKeywords('keyword', fields.keyword) ?? before.keywords,
  contextual: readKeywords('keywordcontextual', fields.keywordcontextual) ?? before.contextual,
  topics: readTopics(fields.searchtopics) ?? before.topics,
  windowDays: fields.searchwindow ?? before.windowDays,
  leastSearches: fields.searchminimum ?? before.leastSearches,
  description: fields.desc ?? before.description,
})

const linesOf = (keywords: readonly Keyword[]): string => keywords.map(textOfKeyword).join('\n')

export const presentSearches = (settings: SearchSettings) => ({
  keyword: linesOf(settings.keywords),
  keywordcontextual: linesOf(settings.contextual),
  searchtopics: [...settings.topics],
  searchwindow: settings.windowDays,
  searchminimum: settings.leastSearches,
  desc: settings.description,
})

const asksForSomething = ({ kind }: Keyword): boolean => kind !== 'negative'

export const findSearchBlockers = ({ keywords, contextual, topics }: SearchSettings): Blocker[] =>
  topics.length === 0 && ![...keywords, ...contextual].some(asksForSomething)
    ? [{ field: 'keyword', message: 'No keywords or topics are set.' }]
    : []

export const searchStages: Partial<Record<Reason, OwnStage<SearchSettings>>> = {
  negative_keyword: {
    stops: ({ search }) => search !== null && search.excluded_by !== null,
    explain: () => null,
  },
  search_too_old: {
    stops: ({ search }) => search?.count === 0,
    explain: ({ settings, search }) =>
      search && { text: 'searched', values: { phrases: search.phrases.join(', '), days: settings.windowDays } },
  },
  too_few_searches: {
    stops: ({ search, settings }) => search !== null && search.count < settings.leastSearches,
    explain: ({ settings, search }) =>
      search && { text: 'searches', values: { count: search.count, least: settings.leastSearches } },
  },
}

const seedsOf = (topics: readonly string[]): Keyword[] =>
  findTopics(topics).flatMap(({ seeds }) => seeds.map((text) => ({ kind: 'phrase' as const, text })))

function readKeywords(field: string, text: string | undefined): Keyword[] | undefined {
  if (text === undefined) return undefined
  const keywords = keywordsOf(text)
  assertNoneSensitive(field, keywords)
  return keywords
}

/** Deduplicated. */
function readTopics(ids: readonly string[] | undefined): string[] | undefined {
  if (ids === undefined) return undefined
  const knownTopics = findTopics(ids)
  const unknownIds = ids.filter((id) => !knownTopics.some((topic) => topic.id === id))
  if (unknownIds.length > 0) throw invalid('searchtopics', withNames(sentences.unknownTopics, unknownIds.slice(0, 20)))
  const sensitiveTopics = knownTopics.filter(({ isSensitive }) => isSensitive)
  if (sensitiveTopics.length > 0)
    throw invalid(
      'searchtopics',
      withNames(
        sentences.sensitiveTopics,
        sensitiveTopics.map(({ name }) => name),
      ),
    )
  return [...new Set(ids)]
}
