export { purgeCompaniesJob } from './purge/purge-companies.ts'
export { companyObjects } from './objects.ts'
