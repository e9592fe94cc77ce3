import { dateOf, machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Answer } from '../connectors/connector.ts'
import { ServiceFailed } from '../connectors/service.ts'
import type { Connection } from './connection-row.ts'

type WithClock = Pick<Platform, 'clock'>

const longestBlock_ms = 24 * 3_600_000

/** No attempt is made, and none is used up. */
export const postpone = (for_ms: number): ServiceFailed =>
  new ServiceFailed({ delivered: false, cause: 'slow_down', postponed_ms: for_ms })

/** Until when a service wants no requests for an account; null if it doesn't say. */
export const blockOf = ({ clock }: WithClock, { cause, retryAfter_ms = 0 }: Answer): Date | null =>
  cause === 'too_many' && retryAfter_ms > 0
    ? dateOf(machineTime(clock) + Math.min(retryAfter_ms, longestBlock_ms))
    : null

/** Throws `slow_down` until the service's requested wait is over. */
export function assertNotBlocked({ clock }: WithClock, { blockedUntil }: Pick<Connection, 'blockedUntil'>): void {
  const left_ms = (blockedUntil?.getTime() ?? 0) - machineTime(clock)
  if (left_ms > 0) throw postpone(left_ms)
}
