import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Call } from '#server/platform/call.ts'
import { callerCacheOf } from './caller-cache.ts'
import { revoke } from './sessions.ts'

/** Ends one session: immediately in this process, within five seconds in the others. */
export async function endSession({ platform }: Pick<Call, 'platform'>, sessionId: string, why: string): Promise<void> {
  await inScope(platform.appPool, { kind: 'none' }, (tx) => revoke(tx, sessionId, why, machineTime(platform.clock)))
  callerCacheOf(platform).forgetSession(sessionId)
}
