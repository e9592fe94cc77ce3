import { decideWithin_days, type requestReturn, type ReturnObstacle } from '#contract/returns/returns.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import { settleReturnJobName } from './settle-return.ts'
import { readReturnable } from './returnable.ts'

const day_ms = 86_400_000

const refusals: Readonly<Record<ReturnObstacle, string>> = {
  test: 'Test leads cost nothing and cannot be returned.',
  asked: 'This lead was returned already.',
  credited: 'This lead was credited already.',
  late: 'The return window for this lead has closed.',
  refunded: 'The invoice of this lead was refunded.',
  disputed: 'The payment for this lead is disputed at its bank.',
  share: 'No more leads of this month can be returned.',
}

/** Requests a lead's return. If the rule accepts it automatically, a job settles it right after the commit. */
export const handleRequestReturn: Handler<typeof requestReturn> = async ({ params, body }, call) => {
  const { rootId, agencyId, clientId } = call.object!
  if (body.reason === 'other' && body.detail === '') throw invalid('detail', 'Enter a reason.')
  await call.inScope(async (tx) => {
    // Serialized per client, so that two requests can't both take the last of the month's allowance.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('returns ' || $1, 0))", [clientId])
    const now_ms = call.platform.clock.now()
    const { obstacle, rule, month } = await readReturnable(tx, agencyId!, params.id, now_ms)
    if (obstacle !== null) throw new Failure('conflict', { message: refusals[obstacle] })
    const id = newId(now_ms)
    const decideBy = rule.accepts_itself ? now_ms : now_ms + decideWithin_days * day_ms
    await tx.query(
      `insert into lead_return (agency_id, id, root_id, client_id, lead_id, reason, detail, state, month, requested_at,
         requested_by, decide_by) values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9, $10, $11)`,
      [
        agencyId,
        id,
        rootId,
        clientId,
        params.id,
        body.reason,
        body.detail,
        month,
        dateOf(now_ms),
        call.caller.userId,
        dateOf(decideBy),
      ],
    )
    if (rule.accepts_itself)
      await addJob(tx, settleReturnJobName, { rootId, agencyId, returnId: id }, { queue: `returns ${agencyId}` })
    await recordActivity(tx, call, {
      action: 'billing.returnRequested',
      target: { kind: 'lead', id: params.id },
      to: { reason: body.reason },
    })
  })
  return { result: 'success', message: 'The return was requested.' }
}
