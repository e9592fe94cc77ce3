export { purgeCompaniesJob } from './purge/purge-companies.ts'
