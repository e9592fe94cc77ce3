export { addCompany, type NewCompany } from './add-company.ts'
export { findAudience, type Audience } from './find-audience.ts'
