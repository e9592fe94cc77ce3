export { purgeCompaniesJob } from './purge/purge-companies.ts'
export { countGroups, putInGroup } from './groups/company-groups.ts'
