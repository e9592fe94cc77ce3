export { checkLink } from './check-link.ts'
export { audienceObjects } from './objects.ts'
