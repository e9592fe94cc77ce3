import { sentences } from '#contract/core/sentences.ts'
import type { setLeadStatus } from '#contract/leads/lead-work.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { addEntry } from './add-entry.ts'
import { readPipeline } from './read-pipeline.ts'

/** Sets a lead's status. Setting it to what it is changes nothing and leaves no trace. */
export const handleSetStatus: Handler<typeof setLeadStatus> = async ({ params, body }, call) => {
  const { agencyId } = call.object!
  await call.inScope(async (tx) => {
    const pipeline = await readPipeline(tx, agencyId)
    if (!pipeline.some(({ key }) => key === body.status)) throw invalid('status', sentences.choice)
    // Locked, so that of two people who set it at once the second one's entry starts from what the first one set.
    const lead = await tx.query<{ status: string }>(
      'select status from lead where agency_id = $1 and id = $2 for update',
      [agencyId, params.id],
    )
    const from = lead.rows[0]!.status
    if (from === body.status) return
    await tx.query('update lead set status = $3 where agency_id = $1 and id = $2', [agencyId, params.id, body.status])
    await addEntry(tx, call, params.id, { kind: 'status', from, to: body.status })
    await recordActivity(tx, call, {
      action: 'lead.leadStatusSet',
      target: { kind: 'lead', id: params.id },
      from: { status: from },
      to: { status: body.status },
    })
  })
  return { result: 'success', message: 'The status was changed.' }
}
