export { countKeywordsJob, queueOfCounts } from './count-keywords.ts'
export { readDeveloperCount } from './developer-counts.ts'
