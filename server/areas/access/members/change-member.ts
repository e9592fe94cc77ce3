import type { removeUser, updateUser } from '#contract/companies/users.ts'
import { recordActivity } from '#server/areas/activity/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Input, SignedInCall } from '#server/platform/http/call.ts'
import type { Platform } from '#server/platform/platform.ts'
import { callerCacheOf } from '../caller-cache.ts'
import { endSessions } from '../end-sessions.ts'
import { findMember } from './find-member.ts'
import { readGivenRights, toldRights } from './rights-of.ts'

/** Changes what an administrator is called and may do. Their sessions go on, with the new rights. */
export async function changeAdministrator(
  body: Extract<Input<typeof updateUser>['body'], { userType: 'administrator' }>,
  call: SignedInCall,
): Promise<void> {
  await call.inScope(async (tx) => {
    const member = await findMember(tx, call, body.companyID, body.ClientID, 'ClientID')
    const rights = await readGivenRights(tx, call.caller, body.companyID, body)
    await tx.query(
      'update app_user set full_name = $2, role_id = $3, permission_active = $4, permissions = $5 where id = $1',
      [member.id, body.ClientFullName, rights.roleId, rights.permissionActive, JSON.stringify(rights.permissions)],
    )
    await forgetCallers(tx, call.platform, member.id)
    await recordActivity(tx, call, {
      action: 'team.administratorChanged',
      target: { kind: 'user', id: member.id },
      subjectId: member.id,
      to: toldRights(rights),
    })
  })
}

/** Other processes ask anew within five seconds; this one at once. */
export async function forgetCallers(tx: Tx, platform: Platform, userId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>('select id from session where user_id = $1 and revoked_at is null', [
    userId,
  ])
  tx.afterCommit(() => {
    for (const { id } of rows) callerCacheOf(platform).forgetSession(id)
  })
}

/** Takes an administrator out of their company. What they made stays; their address can be invited again. */
export async function removeAdministrator(
  params: Input<typeof removeUser>['params'],
  call: SignedInCall,
): Promise<void> {
  const { platform } = call
  await call.inScope(async (tx) => {
    const member = await findMember(tx, call, params.companyID, params.userID, 'userID')
    const at = dateOf(platform.clock.now())
    await tx.query(
      `update app_user set status = 'disabled', removed_at = $2, invited_until = null, role_id = null where id = $1`,
      [member.id, at],
    )
    await tx.query('update credential set password_hash = null, changed_at = $2 where user_id = $1', [member.id, at])
    await tx.query(
      'update password_reset set replaced_at = $2 where user_id = $1 and used_at is null and replaced_at is null',
      [member.id, at],
    )
    await endSessions(tx, platform, member.id, 'removed')
    await recordActivity(tx, call, {
      action: 'team.administratorRemoved',
      target: { kind: 'user', id: member.id },
      subjectId: member.id,
    })
  })
}
