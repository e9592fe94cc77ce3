import { defaultPipeline, type LeadStatus, type readLeadPipeline } from '#contract/leads/pipeline.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** The statuses of an agency's leads, in order. */
export async function readPipeline(tx: Tx, agencyId: string | null): Promise<readonly LeadStatus[]> {
  const { rows } = await tx.query<{ statuses: LeadStatus[] | null }>(
    'select lead_pipeline as statuses from brand where company_id = $1',
    [agencyId],
  )
  return rows[0]?.statuses ?? defaultPipeline
}

export const handleReadPipeline: Handler<typeof readLeadPipeline> = async (_input, call) => ({
  result: 'success',
  message: '',
  data: [...(await call.inScope((tx) => readPipeline(tx, call.object!.agencyId)))],
})
