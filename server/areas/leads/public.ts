export { startResolving } from './start-resolving.ts'
