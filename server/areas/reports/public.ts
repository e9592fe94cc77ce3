export { keepPaceJob } from './keep-pace.ts'
