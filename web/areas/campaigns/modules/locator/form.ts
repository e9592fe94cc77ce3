import { updateLocatorCampaign } from '#contract/campaigns/campaigns.ts'
import { keywordProblem, keywordsOf } from '#contract/campaigns/keywords.ts'
import { leastSearches, searchWindows_days } from '#contract/campaigns/module-fields/locator.ts'
import { RequiredFieldsSection } from '../../setup/people-section.tsx'
import { useAllStates } from '../../../../shells/use-all-states.ts'
import type { ModuleForm } from '../module-form.ts'
import { SearchSection } from './search-section.tsx'

/** Keywords: one per line; selections: numbers as text. */
declare module '../own-values.ts' {
  interface ValuesOfModules {
    keywords: string
    contextualKeywords: string
    topics: string[]
    searchWindow: `${(typeof searchWindows_days)[number]}`
    leastSearches: `${(typeof leastSearches)[number]}`
    searchDescription: string
  }
}

const windowOf = (days: string): (typeof searchWindows_days)[number] | undefined =>
  searchWindows_days.find((each) => String(each) === days)
const minOf = (count: string): (typeof leastSearches)[number] | undefined =>
  leastSearches.find((each) => String(each) === count)

/** Search ID: what people search for. */
export const form: ModuleForm = {
  Source: SearchSection,
  Required: RequiredFieldsSection,
  useStates: useAllStates,
  update: updateLocatorCampaign,
  start: {
    keywords: '',
    contextualKeywords: '',
    topics: [],
    searchWindow: '7',
    leastSearches: '1',
    searchDescription: '',
  },
  valuesOf: (campaign) => ({
    keywords: campaign.keyword ?? '',
    contextualKeywords: campaign.keywordcontextual ?? '',
    topics: campaign.searchtopics ?? [],
    searchWindow: `${windowOf(String(campaign.searchwindow)) ?? 7}`,
    leastSearches: `${minOf(String(campaign.searchminimum)) ?? 1}`,
    searchDescription: campaign.desc ?? '',
  }),
  fieldsOf: (values) => ({
    keyword: values.keywords,
    keywordcontextual: values.contextualKeywords,
    searchtopics: values.topics,
    searchwindow: windowOf(values.searchWindow),
    searchminimum: minOf(values.leastSearches),
    desc: values.searchDescription,
  }),
  fieldNames: {
    keyword: 'keywords',
    keywordcontextual: 'contextualKeywords',
    searchtopics: 'topics',
    searchwindow: 'searchWindow',
    searchminimum: 'leastSearches',
    desc: 'searchDescription',
  },
  missing: ({ keywords, contextualKeywords, topics }) =>
    topics.length === 0 && !keywordsOf(`${keywords}\n${contextualKeywords}`).some(({ kind }) => kind !== 'negative')
      ? ['keyword']
      : [],
  validate: ({ keywords, contextualKeywords }, t) => {
    const problemOf = (text: string): string | undefined => {
      const problem = keywordProblem(text)
      return problem === null ? undefined : t(problem)
    }
    return { keywords: problemOf(keywords), contextualKeywords: problemOf(contextualKeywords) }
  },
}
