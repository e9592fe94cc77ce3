export { authenticateDeveloper } from './issue-token.ts'
