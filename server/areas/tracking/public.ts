export { startCollector } from './start-collector.ts'
