import { sentences } from '#contract/core/sentences.ts'
import type { decideReturn } from '#contract/returns/returns.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { closeReturn, creditLead, lockReturn } from './settle-return.ts'

/** Accepts a return together with its credits in one transaction, or refuses it. The first decision is final. */
export const handleDecideReturn: Handler<typeof decideReturn> = async ({ body }, call) => {
  const { rootId, agencyId, clientId } = call.object!
  if (agencyId === null) throw invalid('companyId', sentences.companiesOnly)
  const isAccepted = body.decision === 'accept'
  if (!isAccepted && body.answer === '') throw invalid('answer', 'Enter a reason.')
  await call.inScope(async (tx) => {
    const row = await lockReturn(tx, agencyId, body.return_id)
    if (!row || (clientId !== null && row.client_id !== clientId)) throw invalid('return_id', 'Return not found.')
    const state = isAccepted ? 'accepted' : 'refused'
    // A retry of the same decision succeeds.
    if (row.state === state) return
    if (row.state !== 'pending') throw new Failure('conflict', { message: 'This return was decided already.' })
    const now_ms = call.platform.clock.now()
    if (isAccepted && !(await creditLead(tx, { rootId, agencyId }, now_ms, row)))
      throw new Failure('conflict', {
        message: 'This lead was already credited or refunded. Reject the return.',
      })
    const answer = isAccepted ? '' : body.answer
    await closeReturn(tx, agencyId, now_ms, row, { state, answer, by: call.caller.userId })
    await recordActivity(tx, call, {
      action: isAccepted ? 'billing.returnAccepted' : 'billing.returnRefused',
      place: { rootId, agencyId, clientId: row.client_id },
      target: { kind: 'lead', id: row.lead_id },
      to: isAccepted ? {} : { answer },
    })
  })
  return { result: 'success', message: isAccepted ? 'The lead was credited.' : 'The return was rejected.' }
}
