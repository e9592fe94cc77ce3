import type { logout } from '#contract/access/session.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/call.ts'
import { callerCacheOf } from './caller-cache.ts'
import { deviceCookie, revoke } from './sessions.ts'

/** Ends the session and asks the browser to drop what it keeps of it (R080). */
export const handleLogout: Handler<typeof logout> = async (_input, call) => {
  const { platform, caller } = call
  await call.inScope((tx) => revoke(tx, caller.sessionId, 'signed out', machineTime(platform.clock)))
  callerCacheOf(platform).forgetSession(caller.sessionId)
  call.setCookie(deviceCookie, '', { maxAgeSeconds: 0 })
  call.raw.response.setHeader('clear-site-data', '"storage"')
  return { result: 'success' }
}
