export { makeDaysAround } from './keep-partitions.ts'
export { recordSearches, type SearchEvent } from './record-searches.ts'
export { startCollector } from './start-collector.ts'
export { makePastDays, startReplay, type Replay } from './replay-hits.ts'
