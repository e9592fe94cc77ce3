import type { UserKind } from '#contract/people/user-kind.ts'
import type { createUser } from '#contract/companies/users.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { addUser } from '../add-user.ts'
import { assertAddressUnseen } from '../claim-address.ts'
import { salesKindOf } from './sales-kind.ts'
import { saveContactRoles, describeContactRoles } from './save-contact-roles.ts'
import { readRequestedRights, loggedRights, type StoredRights } from './rights-of.ts'
import { invitationEnd_ms, sendInvitation } from './send-invitation.ts'

/** Adds an administrator, who sets the password through the mailed link. The invitation goes out after the commit. */
export async function inviteAdministrator(body: BodyOf<'administrator'>, call: SignedInCall): Promise<Added> {
  if (call.object!.clientId !== null) throw invalid('companyId', 'Clients have no administrators.')
  return call.inScope(async (tx) => {
    const rights = await readRequestedRights(tx, call.caller, body.companyId, body)
    const kind = call.object!.agencyId === null ? 'rootAdmin' : 'administrator'
    const user = await invite(tx, call, body, kind, rights)
    await saveContactRoles(tx, call, { userId: user.id, companyId: body.companyId }, body)
    await recordActivity(tx, call, {
      action: 'team.administratorInvited',
      target: { kind: 'user', id: user.id },
      subjectId: user.id,
      to: { ...loggedRights(rights), ...describeContactRoles(body) },
    })
    return user
  })
}

const noRights: StoredRights = { roleId: null, permissionActive: false, permissions: {} }

/** Adds a sales representative or an account executive, who work for the operator alone (R005). */
export async function inviteSalesPerson(body: BodyOf<'sales'>, call: SignedInCall): Promise<Added> {
  if (call.object!.agencyId !== null) throw invalid('companyId', 'Sales staff belong to the root.')
  return call.inScope(async (tx) => {
    const kind = salesKindOf(body)
    const user = await invite(tx, call, body, kind, noRights)
    await saveContactRoles(tx, call, { userId: user.id, companyId: body.companyId }, body)
    await recordActivity(tx, call, {
      action: 'team.salesInvited',
      target: { kind: 'user', id: user.id },
      subjectId: user.id,
      to: { kind, ...describeContactRoles(body) },
    })
    return user
  })
}

type Body = Input<typeof createUser>['body']
type BodyOf<Type extends Body['userType']> = Extract<Body, { userType: Type }>
/** What an invitation needs, regardless of the role. */
type Named = { companyId: string; fullName: string; email: string }
type Added = { id: string; company_id: string; invited_until: string }

async function invite(tx: Tx, call: SignedInCall, body: Named, kind: UserKind, rights: StoredRights): Promise<Added> {
  const id = (await restoreRemoved(tx, body, kind, rights)) ?? (await addInvited(tx, call, body, kind, rights))
  const until = await sendInvitation(tx, call, { userId: id, email: body.email, fullName: body.fullName })
  return { id, company_id: body.companyId, invited_until: until.toISOString() }
}

/** A person who was removed from this company returns under the same id. */
async function restoreRemoved(tx: Tx, body: Named, kind: UserKind, rights: StoredRights): Promise<string | null> {
  await assertAddressUnseen(tx, body.email, 'email')
  const { rows } = await tx.query<{ id: string }>(
    `update app_user set full_name = $3, role_id = $4, permission_active = $5, permissions = $6, status = 'active',
       kind = $7, removed_at = null
     where id = (select id from app_user where email = $1 and company_id = $2 and removed_at is not null
       order by removed_at desc, id limit 1) returning id`,
    [
      body.email,
      body.companyId,
      body.fullName,
      rights.roleId,
      rights.permissionActive,
      JSON.stringify(rights.permissions),
      kind,
    ],
  )
  return rows[0]?.id ?? null
}

async function addInvited(
  tx: Tx,
  call: SignedInCall,
  body: Named,
  kind: UserKind,
  rights: StoredRights,
): Promise<string> {
  const now_ms = call.platform.clock.now()
  const { rootId, agencyId } = call.object!
  const id = newId(now_ms)
  await addUser(tx, dateOf(now_ms).getTime(), {
    id,
    companyId: agencyId ?? rootId,
    rootId,
    agencyId,
    clientId: null,
    kind,
    name: body.fullName,
    email: body.email,
    passwordHash: null,
    ...rights,
    invitedUntil_ms: invitationEnd_ms(call),
  })
  return id
}
