import { exportRemoved, listRemoved } from '#contract/companies/removed.ts'
import { listRoots, listSales, setSales } from '#contract/companies/sales.ts'
import { createUser, removeUser, restoreCompany, updateUser } from '#contract/companies/users.ts'
import { bind, type Route } from '#server/platform/http/call.ts'
import { handleCreateUser, handleRemoveUser, handleUpdateUser } from './change-users.ts'
import { handleRestoreCompany } from './remove-company.ts'
import { handleExportRemoved } from './removed/export-removed.ts'
import { handleListRemoved } from './removed/list-removed.ts'
import { handleListRoots, handleListSales, handleSetSales } from './sales.ts'

export const routes: Route[] = [
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
