import type { logout } from '#contract/sign-in/session.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { callerCacheOf } from './caller-cache.ts'
import { revoke } from './sessions.ts'

/** Ends the session and tells the browser to clear its data (R080). */
export const handleLogout: Handler<typeof logout> = async (_input, call) => {
  const { platform, caller } = call
  const now_ms = machineTime(platform.clock)
  await call.inScope(async (tx) => {
    await revoke(tx, caller.actor?.sessionId ?? caller.sessionId, 'signed out', now_ms)
    // Signing out of view mode does not return to the own session: both end.
    if (caller.actor) {
      await tx.query('update view_session set ended_at = $2 where id = $1', [caller.sessionId, new Date(now_ms)])
    }
  })
  callerCacheOf(platform).forgetSession(caller.sessionId)
  // The device's cookie stays: without a session it grants nothing, and it saves the next sign-in a notice.
  call.raw.response.setHeader('clear-site-data', '"storage"')
  return { result: 'success' }
}
