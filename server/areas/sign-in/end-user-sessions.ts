import type { endUserSessions } from '#contract/sign-in/end-user-sessions.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { endSessions } from './end-sessions.ts'
import { findAccountById } from './find-account.ts'
import { noticeByMail } from './security-notice.ts'

/**
 * Ends the sessions of somebody below, including sign-ins in progress. Another call ends the caller's own, and owners
 * of the same company cannot sign each other out.
 */
export const handleEndUserSessions: Handler<typeof endUserSessions> = async ({ params }, call) => {
  const { platform, caller } = call
  const account = await findAccountById(platform, caller.rootId, params.id)
  if (!account) throw notFound()
  if (account.kind === caller.kind) throw invalid('id', 'Only people below you can be signed out.')
  const count = await call.inScope(async (tx) => {
    const count = await endSessions(tx, platform, account.userId, `ended by ${caller.kind}`)
    await noticeByMail(tx, call, account, 'sessionsEnded')
    await recordActivity(tx, call, {
      action: 'security.sessionsEnded',
      target: { kind: 'user', id: account.userId },
      subjectId: account.userId,
      to: { ended: count },
    })
    return count
  })
  return { result: 'success', message: 'They are signed out everywhere.', ended: count }
}
