import { z } from 'zod'
import { id } from '#contract/core/ids.ts'
import { queueTakeBack } from '#server/areas/integrations/take-back/queue-take-back.ts'
import { findLeadsOfPerson } from '#server/areas/leads/read/find-leads-of-people.ts'
import { unlinkBrowser } from '#server/areas/leads/unlink-browsers.ts'
import { hasWaitingHits, longestBatchWait_ms, waitForBatch } from '#server/areas/leads/wait-for-batch.ts'
import { withdrawalJobName } from '#server/areas/tracking/hit.ts'
import { inScope, retryConflicts } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'

const payload = z.strictObject({
  rootId: id,
  agencyId: id,
  clientId: id,
  visitorId: z.string().regex(/^[0-9a-f]{32}$/),
})

/**
 * A visitor of one client's site said no after being known there: by the site's consent platform, by Global Privacy Control or by
 * opting out. What the browser is tied to is forgotten, and destinations are told to delete what they got of the person from
 * this client. Nothing remains to be done when it is repeated.
 */
export const withdrawConsentJob: Job = {
  name: withdrawalJobName,
  async run(platform, input) {
    const { clientId, visitorId, ...book } = payload.parse(input)
    const withdraw = () =>
      inScope(
        platform.appPool,
        { kind: 'agency', ...book },
        async (tx) => {
          await waitForBatch(tx, book.agencyId)
          if (await hasWaitingHits(tx, book.agencyId, clientId, visitorId)) return false
          const personId = await unlinkBrowser(tx, book.agencyId, clientId, visitorId)
          if (personId === null) return true
          await queueTakeBack(tx, platform, book, await findLeadsOfPerson(tx, book.agencyId, clientId, personId))
          return true
        },
        { statementTimeout_ms: longestBatchWait_ms },
      )
    // A report sent before the withdrawal would tie the browser to the person again: the job comes back once it is resolved.
    if (!(await retryConflicts(withdraw))) throw new Error('reports of a withdrawn visitor are not resolved yet')
  },
}
