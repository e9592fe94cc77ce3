export { checkDomainsJob } from './check-domains.ts'
