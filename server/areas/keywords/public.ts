export { countKeywordsJob, queueOfCounts } from './count-keywords.ts'
