import { queueTakeBack } from '#server/areas/integrations/take-back/queue-take-back.ts'
import { listAgencies } from '#server/areas/leads/list-agencies.ts'
import { findLeadsOfPeople } from '#server/areas/leads/read/find-leads-of-people.ts'
import { unlinkBrowsers } from '#server/areas/leads/unlink-browsers.ts'
import { longestBatchWait_ms, waitForBatch } from '#server/areas/leads/wait-for-batch.ts'
import { inScope, retryConflicts } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Has every destination delete what it got about opted-out people, at all agencies, and forgets their browsers. Repeatable. */
export async function withdrawPeople(platform: Platform, rootId: string, personIds: readonly number[]): Promise<void> {
  for (const agencyId of await listAgencies(platform.appPool, rootId)) {
    const book = { rootId, agencyId }
    const withdraw = (): Promise<void> =>
      inScope(
        platform.appPool,
        { kind: 'agency', ...book },
        async (tx) => {
          // A batch that read the opt-outs before may still be making a lead.
          await waitForBatch(tx, agencyId)
          await unlinkBrowsers(tx, agencyId, personIds)
          await queueTakeBack(tx, platform, book, await findLeadsOfPeople(tx, agencyId, personIds))
        },
        { statementTimeout_ms: longestBatchWait_ms },
      )
    await retryConflicts(withdraw)
  }
}
