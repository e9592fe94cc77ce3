import { defaultPipeline, readLeadPipeline, type LeadStatus } from '#contract/leads/pipeline.ts'
import { useCall } from '../../../api/hooks.ts'

/** The statuses of a company's leads, in order; the usual ones until they are loaded. */
export function usePipeline(companyId: string): readonly LeadStatus[] {
  return useCall(readLeadPipeline, { params: { companyId } }).data?.data ?? defaultPipeline
}

/** A status by its key. An agency may have removed it from its pipeline since. */
export const statusOf = (pipeline: readonly LeadStatus[], key: string): LeadStatus =>
  [...pipeline, ...defaultPipeline].find((status) => status.key === key) ?? {
    key,
    name: key,
    tone: 'plain',
    outcome: 'open',
  }
