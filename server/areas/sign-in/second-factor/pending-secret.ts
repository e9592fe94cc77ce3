import { timingSafeEqual } from 'node:crypto'
import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { secretText } from './authenticator.ts'
import type { Factor } from './factors.ts'

/** A secret that is not enabled within five to ten minutes expires. */
const window_ms = 5 * 60_000

interface Asker {
  userId: string
  sessionId: string
  factor: Factor | null
}

/**
 * The secret that this session may enable now. It is derived from a server key, the session, the time and the last
 * change of the factor, so that nothing is stored before it is verified, and it cannot recur once it is enabled.
 */
function secretOf(platform: Platform, { userId, sessionId, factor }: Asker, windowsAgo: number): string {
  const window = Math.floor(machineTime(platform.clock) / window_ms) - windowsAgo
  const since = factor?.changedAt?.getTime() ?? 0
  return secretText(platform.secrets.keyedHash(`pending authenticator\n${userId}\n${sessionId}\n${since}\n${window}`))
}

export const pendingSecret = (platform: Platform, asker: Asker): string => secretOf(platform, asker, 0)

/** The pending secret if it is the one that came back, in this window or the one before; null for any other. */
export function confirmedSecret(platform: Platform, asker: Asker, given: string): string | null {
  const secrets = [0, 1].map((ago) => secretOf(platform, asker, ago))
  return secrets.find((secret) => isSame(secret, given)) ?? null
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
