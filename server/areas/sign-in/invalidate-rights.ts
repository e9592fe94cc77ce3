import type { Platform } from '#server/platform/platform.ts'
import { callerCacheOf } from './caller-cache.ts'

/** A session's permissions are read again at its next call in this process; elsewhere within five seconds. */
export const invalidateRights = (platform: Platform, sessionId: string): void =>
  callerCacheOf(platform).forgetSession(sessionId)
