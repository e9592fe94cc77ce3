export { proveBooksJob } from './jobs.ts'
export { proveLeads } from './prove-leads.ts'
export { resolveAgency } from './resolve-agency.ts'
export { startResolving } from './start-resolving.ts'
