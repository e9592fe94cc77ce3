import type { Platform } from '#server/platform/platform.ts'
import { callerCacheOf } from './caller-cache.ts'

/** What a session's person may do is read again at its next call in this process; elsewhere within five seconds. */
export const forgetRights = (platform: Platform, sessionId: string): void =>
  callerCacheOf(platform).forgetSession(sessionId)
