export { checkLink } from './check-link.ts'
