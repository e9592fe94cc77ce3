export { checkLink } from './check-link.ts'
export { audienceObjects } from './objects.ts'
export { lockAudiences, readAudiences, type KeptAudience } from './read-audiences.ts'
