export { startCollector } from './start-collector.ts'
export type { Visitor } from './judge-hit.ts'
export { makePastDays, startReplay, type Replay } from './replay-hits.ts'
