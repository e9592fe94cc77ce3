import type { createUser, removeUser, updateUser } from '#contract/companies/users.ts'
import { changeAdministrator, inviteAdministrator, removeAdministrator } from '#server/areas/access/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/call.ts'
import { createCompany } from './create-company.ts'
import { removeCompany } from './remove-company.ts'
import { updateCompany } from './update-company.ts'

// One call each for administrators and for companies with their main users, as the specification has it (C043 to C045).

export const handleCreateUser: Handler<typeof createUser> = async ({ body }, call) => ({
  result: 'success',
  message: 'Data has been added successfully',
  data: body.userType === 'administrator' ? await inviteAdministrator(body, call) : await createCompany(body, call),
})

export const handleUpdateUser: Handler<typeof updateUser> = async ({ body }, call) => {
  await (body.userType === 'administrator' ? changeAdministrator(body, call) : updateCompany(body, call))
  return { result: 'success', message: 'Data has been updated successfully' }
}

export const handleRemoveUser: Handler<typeof removeUser> = async ({ params }, call) => {
  const kind = await call.inScope((tx) => readKind(tx, params.userID))
  if (kind === 'administrator' || kind === 'rootAdmin') await removeAdministrator(params, call)
  else await removeCompany(params.companyID, params.userID, call)
  return { result: 'success', message: 'Deleted!' }
}

async function readKind(tx: Tx, userId: string): Promise<string> {
  const { rows } = await tx.query<{ kind: string }>('select kind from app_user where id = $1', [userId])
  if (!rows[0]) throw notFound()
  return rows[0].kind
}
