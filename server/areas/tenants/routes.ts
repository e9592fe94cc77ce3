import { listCompanies as listOperation } from '#contract/tenants/companies.ts'
import { bind, type Route } from '#server/platform/http/call.ts'
import { listCompanies } from './list-companies.ts'

export const routes: Route[] = [bind(listOperation, listCompanies)]
