export { checkDomainsJob } from './check-domains.ts'
export { claimDomain } from './claim-domain.ts'
