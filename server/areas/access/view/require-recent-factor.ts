import { machineTime } from '#server/platform/clock.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/http/call.ts'
import { findAccountById } from '../find-account.ts'
import { proveCurrent } from '../prove-again.ts'
import { factorOf } from '../second-factor/factors.ts'

/** For so long a code that was typed counts as the hand at the keyboard (reliability 5.6). */
const recent_ms = 15 * 60_000

/**
 * Asks whoever has a second factor for it, unless they proved it in this session a moment ago. Throws `invalid` naming
 * `currcode` when a code is needed or wrong.
 */
export async function requireRecentFactor(call: SignedInCall, currcode: string | undefined): Promise<void> {
  const { platform, caller } = call
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  const factor = account && (await factorOf(platform, account))
  if (!factor) return
  const now_ms = machineTime(platform.clock)
  const { rows } = await platform.appPool.query<{ factor_at: Date | null }>(
    'select factor_at from session where id = $1',
    [caller.sessionId],
  )
  const provedAt = rows[0]?.factor_at
  if (provedAt && now_ms - provedAt.getTime() <= recent_ms) return
  if (currcode === undefined) throw invalid('currcode', 'Enter the code.')
  await proveCurrent(call, factor, currcode)
  await platform.appPool.query('update session set factor_at = $2 where id = $1', [caller.sessionId, new Date(now_ms)])
}
