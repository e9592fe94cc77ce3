import type { changePassword } from '#contract/sign-in/password.ts'
import { passwordTexts } from '#contract/sign-in/password-rules.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { endSessions } from '../end-sessions.ts'
import { findAccountById } from '../find-account.ts'
import { checkPassword, hashPassword } from '../passwords.ts'
import { notifyAndRecord } from '../security-notice.ts'
import { checkNewPassword } from './check-new-password.ts'
import { readPasswordHash } from './read-password-hash.ts'
import { savePassword } from './save-password.ts'

/** Changes the caller's own password only; another id looks like one that does not exist. */
export const handleChangePassword: Handler<typeof changePassword> = async ({ body }, call) => {
  const { platform, caller } = call
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  if (!account || body.userId !== caller.userId) throw notFound()
  const checkedHash = await readPasswordHash(platform, caller.userId)
  const wrongPassword = invalid('currentPassword', '* Sorry, your current password invalid')
  if (!(await checkPassword(checkedHash, body.currentPassword, caller.companyId))) throw wrongPassword
  if (body.newPassword === body.currentPassword) throw invalid('newPassword', passwordTexts.same)
  await checkNewPassword(platform, call.host, account, 'newPassword', body.newPassword)
  const passwordHash = await hashPassword(body.newPassword, caller.companyId)
  await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    // A request made with a password that has been replaced in the meantime must not replace the new one.
    const same = 'select from credential where user_id = $1 and password_hash = $2 for update'
    if ((await tx.query(same, [caller.userId, checkedHash])).rowCount !== 1) throw wrongPassword
    await savePassword(tx, platform, caller.userId, passwordHash)
    await endSessions(tx, platform, caller.userId, 'password changed', caller.sessionId)
    await notifyAndRecord(tx, call, account, 'passwordChanged')
  })
  return { result: 'success', message: 'your password has been updated!' }
}
