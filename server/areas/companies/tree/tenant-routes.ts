import { getCompany, listCompanies as listOperation } from '#contract/companies/companies.ts'
import { listDownline } from '#contract/companies/downline.ts'
import { listCompanyGroups, placeInGroup, removeCompanyGroup, saveCompanyGroup } from '#contract/companies/groups.ts'
import { bind, type Route } from '#server/platform/http/call.ts'
import { handleListGroups, handlePlaceInGroup, handleRemoveGroup, handleSaveGroup } from '../groups/company-groups.ts'
import { handleListDownline } from './list-downline.ts'
import { listCompanies } from './list-companies.ts'
import { readCompany } from './read-company.ts'

export const routes: Route[] = [
  bind(listOperation, listCompanies),
  bind(listDownline, handleListDownline),
  bind(listCompanyGroups, handleListGroups),
  bind(saveCompanyGroup, handleSaveGroup),
  bind(placeInGroup, handlePlaceInGroup),
  bind(removeCompanyGroup, handleRemoveGroup),
  bind(getCompany, async (input, call) => ({
    result: 'success' as const,
    message: '',
    data: await readCompany(input, call),
  })),
]
