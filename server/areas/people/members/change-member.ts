import type { removeUser, updateUser } from '#contract/companies/users.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { unassign } from '#server/areas/tenants/assigned-agencies.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { callerCacheOf } from '#server/areas/sign-in/caller-cache.ts'
import { endSessions } from '#server/areas/sign-in/end-sessions.ts'
import { removeFactor } from '#server/areas/sign-in/second-factor/factors.ts'
import { closeChange } from '../profile/email-change.ts'
import { replacePicture } from '../profile/picture.ts'
import { findMember, type Member, type MemberKind } from './find-member.ts'
import { assertMemberUnchanged } from './member-form.ts'
import { readRequestedRights, loggedRights } from './rights-of.ts'
import { salesKindOf } from './sales-kind.ts'
import { saveContactRoles, describeContactRoles } from './save-contact-roles.ts'

/** Changes an administrator's name and rights. Their sessions continue with the new rights. */
export async function changeAdministrator(
  body: Extract<Input<typeof updateUser>['body'], { userType: 'administrator' }>,
  call: SignedInCall,
): Promise<void> {
  await call.inScope(async (tx) => {
    const member = await findMember(tx, call, body.companyId, body.userId, 'userId', 'administrator')
    await assertMemberUnchanged(tx, call, member, body.version)
    assertSameAddress(member, body.email)
    const rights = await readRequestedRights(tx, call.caller, body.companyId, body)
    await tx.query(
      'update app_user set full_name = $2, role_id = $3, permission_active = $4, permissions = $5 where id = $1',
      [member.id, body.fullName, rights.roleId, rights.permissionActive, JSON.stringify(rights.permissions)],
    )
    await saveContactRoles(tx, call, { userId: member.id, companyId: body.companyId }, body)
    await invalidateCallers(tx, call.platform, member.id)
    await recordActivity(tx, call, {
      action: 'team.administratorChanged',
      target: { kind: 'user', id: member.id },
      subjectId: member.id,
      to: { ...loggedRights(rights), ...describeContactRoles(body) },
    })
  })
}

/** Changes a salesperson's name and kind. Their assignments stay. */
export async function changeSalesPerson(
  body: Extract<Input<typeof updateUser>['body'], { userType: 'sales' }>,
  call: SignedInCall,
): Promise<void> {
  await call.inScope(async (tx) => {
    const member = await findMember(tx, call, body.companyId, body.userId, 'userId', 'sales')
    await assertMemberUnchanged(tx, call, member, body.version)
    assertSameAddress(member, body.email)
    const kind = salesKindOf(body)
    await tx.query('update app_user set full_name = $2, kind = $3 where id = $1', [member.id, body.fullName, kind])
    await saveContactRoles(tx, call, { userId: member.id, companyId: body.companyId }, body)
    await invalidateCallers(tx, call.platform, member.id)
    await recordActivity(tx, call, {
      action: 'team.salesChanged',
      target: { kind: 'user', id: member.id },
      subjectId: member.id,
      to: { kind, ...describeContactRoles(body) },
    })
  })
}

function assertSameAddress(member: Member, email: string | undefined): void {
  if (email !== undefined && email !== member.email)
    throw invalid('email', 'Only its owner can change the email address of an account.')
}

/** Other processes reload within five seconds, this one immediately. */
export async function invalidateCallers(tx: Tx, platform: Platform, userId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>('select id from session where user_id = $1 and revoked_at is null', [
    userId,
  ])
  tx.afterCommit(() => {
    for (const { id } of rows) callerCacheOf(platform).forgetSession(id)
  })
}

const removedAction: Readonly<Record<MemberKind, `team.${string}`>> = {
  administrator: 'team.administratorRemoved',
  sales: 'team.salesRemoved',
}

/** Nobody needs a removed person's picture, phone number and address. Name and email address stay for 30 days (retention). */
async function eraseProfile(tx: Tx, platform: Platform, userId: string): Promise<void> {
  await replacePicture(tx, platform, userId, null)
  await tx.query('update app_user set phone_e164 = null, phone_country = null where id = $1', [userId])
  await tx.query('delete from user_profile where user_id = $1', [userId])
}

/** Takes away a person's access and everything but name and email address. */
export async function removePerson(tx: Tx, platform: Platform, userId: string, at: Date): Promise<void> {
  await tx.query(
    `update app_user set status = 'disabled', removed_at = $2, invited_until = null, role_id = null,
       factor_demanded = false, wants_notices = null, is_contact = false, is_support_contact = false where id = $1`,
    [userId, at],
  )
  await eraseProfile(tx, platform, userId)
  // The address can be invited again.
  await tx.query('delete from credential where user_id = $1', [userId])
  await tx.query(
    'update password_reset set replaced_at = $2 where user_id = $1 and used_at is null and replaced_at is null',
    [userId, at],
  )
  await endSessions(tx, platform, userId, 'removed')
  // A returning person starts over: the address may have a new owner, or a lost authenticator locked them out.
  await removeFactor(tx, userId)
  await closeChange(tx, userId, at)
}

/**
 * Removes an administrator or salesperson from their company. What they created stays; their address can be invited
 * again. Agencies that were assigned to a salesperson become unassigned.
 */
export async function removeMember(
  params: Input<typeof removeUser>['params'],
  call: SignedInCall,
  kind: MemberKind,
): Promise<void> {
  const { platform } = call
  await call.inScope(async (tx) => {
    const member = await findMember(tx, call, params.companyId, params.userId, 'userId', kind)
    await removePerson(tx, platform, member.id, dateOf(platform.clock.now()))
    const agencies = kind === 'sales' ? await unassign(tx, call.caller.rootId, member.id) : null
    await recordActivity(tx, call, {
      action: removedAction[kind],
      target: { kind: 'user', id: member.id },
      subjectId: member.id,
      ...(agencies && { from: { agencies } }),
    })
  })
}
