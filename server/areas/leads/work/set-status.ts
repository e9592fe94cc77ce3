import { sentences } from '#contract/core/sentences.ts'
import type { setLeadStatus } from '#contract/leads/lead-work.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { changeLeads } from './change-leads.ts'
import { readPipeline } from './read-pipeline.ts'

/** Sets a lead's status. Setting it to what it is changes nothing and leaves no trace. */
export const handleSetStatus: Handler<typeof setLeadStatus> = async ({ params, body }, call) => {
  await call.inScope(async (tx) => {
    await assertStatus(tx, call.object!.agencyId!, body.status)
    const [change] = await changeLeads(tx, call, [params.id], () => ({ status: body.status }))
    if (!change) return
    await recordActivity(tx, call, {
      action: 'lead.leadStatusSet',
      target: { kind: 'lead', id: params.id },
      from: { status: change.lead.status },
      to: { status: body.status },
    })
  })
  return { result: 'success', message: 'The status was changed.' }
}

/** Throws `invalid` unless the agency's pipeline has the status. */
export async function assertStatus(tx: Tx, agencyId: string, status: string): Promise<void> {
  const pipeline = await readPipeline(tx, agencyId)
  if (!pipeline.some(({ key }) => key === status)) throw invalid('status', sentences.choice)
}
