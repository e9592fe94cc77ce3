export { addCompany, type NewCompany } from './add-company.ts'
