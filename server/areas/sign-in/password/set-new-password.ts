import type { setNewPassword, verifyResetToken } from '#contract/sign-in/password.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { endSessions } from '../end-sessions.ts'
import { hashPassword } from '../passwords.ts'
import { notifyAndRecord } from '../security-notice.ts'
import { checkNewPassword } from './check-new-password.ts'
import { findReset } from './find-reset.ts'
import { useResetToken } from './reset-token.ts'
import { rejectTemporaryPassword } from './temporary-password.ts'
import { savePassword } from './save-password.ts'

/** Tells the page whether its link works before anything is typed (R018). */
export const handleVerifyResetToken: OpenHandler<typeof verifyResetToken> = async ({ body }, call) => {
  const found = await findReset(call, body)
  return 'problem' in found ? { valid: false, reason: found.problem } : { valid: true, reason: null }
}

/**
 * Uses up the link. Ends every session, starts none, and leaves the second factor as it is: a mailbox alone must not be enough
 * to get in.
 */
export const handleSetNewPassword: OpenHandler<typeof setNewPassword> = async ({ body }, call) => {
  const { platform } = call
  const found = await findReset(call, body)
  if ('problem' in found) throw new Failure('reset_refused')
  const { account } = found
  await call.countAccount(account.userId)
  await checkNewPassword(platform, call.host, account, 'newPassword', body.newPassword)
  await rejectTemporaryPassword(call, account.userId, 'newPassword', body.newPassword)
  const passwordHash = await hashPassword(body.newPassword, call.host)
  await inScope(platform.appPool, { kind: 'root', rootId: account.rootId }, async (tx) => {
    const { isMailed } = await useResetToken(tx, platform, body.token)
    await savePassword(tx, platform, account.userId, passwordHash)
    // This accepts the invitation.
    await tx.query('update app_user set invited_until = null where id = $1', [account.userId])
    await endSessions(tx, platform, account.userId, 'password reset')
    await notifyAndRecord(tx, call, account, isMailed ? 'passwordReset' : 'passwordChanged')
  })
  return { result: 'success', message: 'Your new password is set. You can sign in with it now.' }
}
