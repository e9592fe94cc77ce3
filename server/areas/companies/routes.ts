import { createUser, removeUser, restoreCompany, updateUser } from '#contract/companies/users.ts'
import { bind, type Route } from '#server/platform/http/call.ts'
import { handleCreateUser, handleRemoveUser, handleUpdateUser } from './change-users.ts'
import { handleRestoreCompany } from './remove-company.ts'

export const routes: Route[] = [
  bind(createUser, handleCreateUser),
  bind(updateUser, handleUpdateUser),
  bind(removeUser, handleRemoveUser),
  bind(restoreCompany, handleRestoreCompany),
]
