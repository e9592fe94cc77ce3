import type { setNewPassword, verifyResetToken, ResetProblem } from '#contract/sign-in/password.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import type { Call } from '#server/platform/call.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { hashToken } from '#server/platform/ids.ts'
import { endSessions } from '../end-sessions.ts'
import { findAccountById, isAdmitted, type Account } from '../find-account.ts'
import { hashPassword } from '../passwords.ts'
import { notifyAndRecord, type SecurityNotice } from '../security-notice.ts'
import { checkNewPassword } from './check-new-password.ts'
import { useResetToken } from './reset-token.ts'
import { savePassword } from './save-password.ts'
import { rejectTemporaryPassword } from './temporary-password.ts'

/** Tells the page whether its link works before anything is typed (R018). */
export const handleVerifyResetToken: OpenHandler<typeof verifyResetToken> = async ({ body }, call) => {
  const target = await findReset(call, body)
  return 'problem' in target
    ? { valid: false, reason: target.problem, is_invitation: false }
    : { valid: true, reason: null, is_invitation: target.isInvitation }
}

/**
 * Uses up the link. Ends every session, starts none, and leaves the second factor as it is: a mailbox alone must not be enough
 * to get in.
 */
export const handleSetNewPassword: OpenHandler<typeof setNewPassword> = async ({ body }, call) => {
  const { platform } = call
  const target = await findReset(call, body)
  if ('problem' in target) throw new Failure('reset_refused')
  const { account } = target
  await call.countAccount(account.userId)
  await checkNewPassword(platform, call.host, account, 'newPassword', body.newPassword)
  await rejectTemporaryPassword(call, account.userId, 'newPassword', body.newPassword)
  const passwordHash = await hashPassword(body.newPassword, call.host)
  await inScope(platform.appPool, { kind: 'root', rootId: account.rootId }, async (tx) => {
    const { isMailed, isInvitation } = await useResetToken(tx, platform, body.token)
    await savePassword(tx, platform, account.userId, passwordHash)
    // This accepts the invitation.
    await tx.query('update app_user set invited_until = null where id = $1', [account.userId])
    await endSessions(tx, platform, account.userId, 'password reset')
    await notifyAndRecord(tx, call, account, noticeOf(isMailed, isInvitation))
  })
  return { result: 'success', message: 'Your new password is set. You can sign in with it now.' }
}

/** A first password, chosen through an invitation, replaces none. */
const noticeOf = (isMailed: boolean, isInvitation: boolean): SecurityNotice => {
  if (isInvitation) return 'passwordChosen'
  return isMailed ? 'passwordReset' : 'passwordChanged'
}

interface ResetRow {
  user_id: string
  root_id: string
  email: string
  host: string
  expires_at: Date
  replaced_at: Date | null
  used_at: Date | null
  is_invitation: boolean
}

/** Whose link this is, or why it does not work. A link is valid on its own host and for its own address only. */
async function findReset(
  call: Pick<Call, 'platform' | 'host'>,
  { token, email }: { token: string; email: string },
): Promise<{ account: Account; isInvitation: boolean } | { problem: ResetProblem }> {
  const { platform, host } = call
  const { rows } = await platform.appPool.query<ResetRow>(
    `select user_id, root_id, email, host, expires_at, replaced_at, used_at, password_hash is null as is_invitation
     from password_reset join credential using (user_id) where token_hash = $1`,
    [hashToken(token)],
  )
  const row = rows[0]
  if (!row || row.email !== email || row.host !== host) return { problem: 'invalid' }
  if (row.used_at) return { problem: 'used' }
  if (row.replaced_at) return { problem: 'replaced' }
  if (row.expires_at.getTime() <= machineTime(platform.clock)) return { problem: 'expired' }
  const owner = await findHost(platform, host)
  const account = owner && (await findAccountById(platform, row.root_id, row.user_id))
  return account && isAdmitted(account, owner) ? { account, isInvitation: row.is_invitation } : { problem: 'invalid' }
}
