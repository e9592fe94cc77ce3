import type { setCommissionRate } from '#contract/commissions/pay.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { assertSalesPerson } from '../find-person.ts'
import { readRateOn, rootZone } from './read-rates.ts'

/** How far ahead a rate can be set. */
const farthest_ms = 366 * 86_400_000

/** Sets a rate from a day on. Earlier money keeps the rate of its day, so a past day cannot be named. */
export const handleSetCommissionRate: Handler<typeof setCommissionRate> = async ({ body }, call) => {
  const { caller, platform } = call
  const now_ms = platform.clock.now()
  await call.inScope(async (tx) => {
    const person = await assertSalesPerson(tx, caller.rootId, body.salesId)
    const zone = await rootZone(tx, caller.rootId)
    const today = localDateAt(now_ms, zone)
    const from = body.valid_from ?? today
    if (from < today) throw invalid('valid_from', 'Enter today or a later date.')
    if (from > localDateAt(now_ms + farthest_ms, zone)) throw invalid('valid_from', 'Enter a date within a year.')
    const before = await readRateOn(tx, caller.rootId, body.salesId, from)
    const rate_bp = Math.round(body.percent * 100)
    await tx.query(
      `insert into commission_rate (id, root_id, user_id, valid_from, rate_bp, set_by, set_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(now_ms), caller.rootId, body.salesId, from, rate_bp, caller.userId, dateOf(now_ms)],
    )
    await recordActivity(tx, call, {
      action: 'billing.commissionRateSet',
      target: { kind: 'user', id: body.salesId, name: person.name },
      from: { percent: before / 100 },
      to: { percent: rate_bp / 100, valid_from: from },
    })
  })
  return { result: 'success', message: 'Setting has been saved.' }
}
