export { addCompany, type NewCompany } from './add-company.ts'
export { countGroups } from './company-groups.ts'
export { audienceOf, refuseUnknownClient, type Audience } from './find-audience.ts'
export { readAddresses } from './read-addresses.ts'
