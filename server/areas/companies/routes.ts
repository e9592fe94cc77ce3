import { getCompany, listCompanies as listOperation } from '#contract/companies/companies.ts'
import { listDownline } from '#contract/companies/downline.ts'
import { listCompanyGroups, placeInGroup, removeCompanyGroup, saveCompanyGroup } from '#contract/companies/groups.ts'
import { handleListGroups, handlePlaceInGroup, handleRemoveGroup, handleSaveGroup } from './groups/company-groups.ts'
import { handleListDownline } from './tree/list-downline.ts'
import { listCompanies } from './tree/list-companies.ts'
import { readCompany } from './tree/read-company.ts'
import { exportRemoved, listRemoved } from '#contract/companies/removed.ts'
import { listRoots, listSales, setSales } from '#contract/companies/sales.ts'
import { createUser, removeUser, restoreCompany, updateUser } from '#contract/companies/users.ts'
import { listDeveloperClients as listDeveloperClientsOperation } from '#contract/companies/developer-clients.ts'
import { listDeveloperClients } from './tree/list-developer-clients.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleCreateUser, handleRemoveUser, handleUpdateUser } from './change-users.ts'
import { handleRestoreCompany } from './remove-company.ts'
import { handleExportRemoved } from './removed/export-removed.ts'
import { handleListRemoved } from './removed/list-removed.ts'
import { handleListRoots, handleListSales, handleSetSales } from './sales.ts'

export const routes: Route[] = [
  bind(listDeveloperClientsOperation, listDeveloperClients),
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
  bind(createUser, handleCreateUser),
  bind(updateUser, handleUpdateUser),
  bind(removeUser, handleRemoveUser),
  bind(restoreCompany, handleRestoreCompany),
  bind(listRemoved, handleListRemoved),
  bind(exportRemoved, handleExportRemoved),
  bind(listSales, handleListSales),
  bind(setSales, handleSetSales),
  bind(listRoots, handleListRoots),
]
