export { checkLink } from './check-link.ts'
export { today } from './list-ends.ts'
export { audienceObjects } from './objects.ts'
export { lockAudiences, readAudiences, type StoredAudience } from './read-audiences.ts'
