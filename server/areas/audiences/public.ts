export { checkLink } from './check-link.ts'
export { today } from './list-ends.ts'
export { audienceObjects } from './objects.ts'
export { lockAudiences, readAudiences, type KeptAudience } from './read-audiences.ts'
