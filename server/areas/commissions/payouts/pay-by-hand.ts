import type { payCommissions } from '#contract/commissions/pay.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { machineTime } from '#server/platform/clock.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { assertSalesPerson } from '../find-person.ts'
import { allocate, wholeCentsOf } from '../policy.ts'
import { bookPayout, insertPayout, saveShares, lockPayout, lockRests, type PayoutRow } from './payouts.ts'

/** Records a payment to a salesperson outside the gateway: at most what they are owed, once per operation id. */
export const handlePayCommissions: Handler<typeof payCommissions> = async ({ body }, call) => {
  const amount_cents = Math.round(body.amount * 100)
  if (amount_cents === 0) throw invalid('amount', 'Enter more than 0.')
  await call.inScope(async (tx) => {
    const id = call.operationId()
    const { rootId } = call.caller
    const person = await assertSalesPerson(tx, rootId, body.salesId)
    const rests = await lockRests(tx, rootId, body.salesId)
    const there = await lockPayout(tx, rootId, id)
    if (there) return assertSame(there, body.salesId, amount_cents)
    if (amount_cents > wholeCentsOf(rests)) throw invalid('amount', 'This is more than is owed.')
    const payout = payoutOf(call, { id, user_id: body.salesId, amount_cents })
    const now_ms = call.platform.clock.now()
    await insertPayout(tx, payout, { now_ms, asked_ms: machineTime(call.platform.clock) })
    await saveShares(tx, payout, allocate(rests, amount_cents * 100))
    await bookPayout(tx, now_ms, payout, null)
    await recordActivity(tx, call, {
      action: 'billing.commissionsPaid',
      target: { kind: 'user', id: body.salesId, name: person.name },
      to: { amount: dollarsFromCents(amount_cents) },
    })
  })
  return { result: 'success', message: 'Setting has been saved.' }
}

const payoutOf = (
  { caller }: SignedInCall,
  request: Pick<PayoutRow, 'id' | 'user_id' | 'amount_cents'>,
): PayoutRow => ({
  ...request,
  root_id: caller.rootId,
  gateway: null,
  account_id: null,
  state: 'paid',
  reversed_cents: 0,
})

function assertSame(there: PayoutRow, userId: string, amount_cents: number): void {
  if (there.user_id !== userId || there.amount_cents !== amount_cents || there.gateway !== null)
    throw invalid('operationId', 'This operation ID was already used for another payout.')
}
