export { purgeCompaniesJob } from './purge/purge-companies.ts'
export { listCompanies } from './tree/list-companies.ts'
export { companyObjects } from './objects.ts'
