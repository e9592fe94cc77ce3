import type { changePassword } from '#contract/sign-in/password.ts'
import { passwordTexts } from '#contract/sign-in/password-rules.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { endSessions } from '../end-sessions.ts'
import { findAccountById } from '../find-account.ts'
import { checkPassword, hashPassword } from '../passwords.ts'
import { tellAndRecord } from '../security-notice.ts'
import { checkNewPassword } from './check-new-password.ts'
import { readPasswordHash } from './read-password-hash.ts'
import { savePassword } from './save-password.ts'

/** Changes the own password, and nobody else's: another id looks like one that does not exist. */
export const handleChangePassword: Handler<typeof changePassword> = async ({ body }, call) => {
  const { platform, caller } = call
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  if (!account || body.userId !== caller.userId) throw notFound()
  const isRight = await checkPassword(await readPasswordHash(platform, caller.userId), body.currentPassword)
  if (!isRight) throw invalid('currentPassword', '* Sorry, your current password invalid')
  if (body.newPassword === body.currentPassword) throw invalid('newPassword', passwordTexts.same)
  await checkNewPassword(platform, call.host, account, 'newPassword', body.newPassword)
  const passwordHash = await hashPassword(body.newPassword)
  await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    await savePassword(tx, platform, caller.userId, passwordHash)
    await endSessions(tx, platform, caller.userId, 'password changed', caller.sessionId)
    await tellAndRecord(tx, call, account, 'passwordChanged')
  })
  return { result: 'success', message: 'your password has been updated!' }
}
