import type { createUser, removeUser, updateUser } from '#contract/companies/users.ts'
import { changeAdministrator, changeSalesPerson, removeMember } from '#server/areas/people/members/change-member.ts'
import { inviteAdministrator, inviteSalesPerson } from '#server/areas/people/members/invite.ts'
import { memberKindOf } from '#server/areas/people/members/find-member.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { createCompany } from './create-company.ts'
import { removeCompany } from './remove-company.ts'
import { updateCompany } from './update-company.ts'

// One call each for administrators, sales staff and companies with their main users, as specified (C043 to C045).

export const handleCreateUser: Handler<typeof createUser> = async ({ body }, call) => ({
  result: 'success',
  message: 'Data has been added successfully',
  data: await add(body, call),
})

async function add(body: Input<typeof createUser>['body'], call: SignedInCall): ReturnType<typeof createCompany> {
  if (isOfCompany(body)) return createCompany(body, call)
  await call.requireRecentProof()
  return body.userType === 'administrator' ? inviteAdministrator(body, call) : inviteSalesPerson(body, call)
}

export const handleUpdateUser: Handler<typeof updateUser> = async ({ body }, call) => {
  // R148: account executives edit agencies and clients, never administrators.
  if (call.caller.kind === 'accountExecutive' && !isOfCompany(body)) throw accessDenied()
  await change(body, call)
  return { result: 'success', message: 'Data has been updated successfully' }
}

async function change(body: Input<typeof updateUser>['body'], call: SignedInCall): Promise<void> {
  if (isOfCompany(body)) return updateCompany(body, call)
  await call.requireRecentProof()
  return body.userType === 'administrator' ? changeAdministrator(body, call) : changeSalesPerson(body, call)
}

export const handleRemoveUser: Handler<typeof removeUser> = async ({ params }, call) => {
  const kind = memberKindOf(await call.inScope((tx) => readKind(tx, params.userId)))
  if (kind) await removeMember(params, call, kind)
  else await removeCompany(params.companyId, params.userId, call)
  return { result: 'success', message: 'Deleted!' }
}

type Kind = Input<typeof createUser>['body']['userType']

/** An agency or a client with its main user, not a member of a company that exists. */
const isOfCompany = <Body extends { userType: Kind }>(
  body: Body,
): body is Extract<Body, { userType: 'client' | 'userdownline' }> =>
  body.userType === 'client' || body.userType === 'userdownline'

async function readKind(tx: Tx, userId: string): Promise<string> {
  const { rows } = await tx.query<{ kind: string }>('select kind from app_user where id = $1', [userId])
  if (!rows[0]) throw notFound()
  return rows[0].kind
}
