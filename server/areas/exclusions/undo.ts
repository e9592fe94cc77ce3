import type { undoCampaignExclusions, undoCompanyExclusions } from '#contract/exclusions/lists.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { removeSkipped } from '#server/areas/leads/skipped-credits.ts'
import { addJob } from '#server/platform/jobs.ts'
import { removeAddedBy, restorePurged } from './entries.ts'
import { listOfCampaign, listOfCompany, queueOf, type ExclusionList } from './exclusion-list.ts'
import { lockChanges } from './lock-changes.ts'
import { undoable } from './read-list.ts'
import { extendStatementTimeout } from './extend-statement-timeout.ts'

export const handleUndoOfCompany: Handler<typeof undoCompanyExclusions> = ({ body }, call) =>
  undo(call, listOfCompany(call.object!), body.change_id)

export const handleUndoOfCampaign: Handler<typeof undoCampaignExclusions> = ({ params, body }, call) =>
  undo(call, listOfCampaign(call.object!, params.campaignId), body.change_id)

/** Undoes the last change of a list; a job reverses its credits. */
const undo = (
  call: SignedInCall,
  list: ExclusionList,
  changeId: string,
): Promise<{ result: 'success'; message: string }> =>
  call.inScope(async (tx) => {
    const state = await lockChanges(tx, list)
    const now_ms = call.platform.clock.now()
    const last = undoable(state, now_ms)
    if (last?.id !== changeId)
      throw new Failure('conflict', {
        field: 'change_id',
        message: 'Only the last change can be undone, within 24 hours.',
      })
    await extendStatementTimeout(tx)
    if (last.kind === 'purge') await restorePurged(tx, list, changeId)
    else await removeAddedBy(tx, list, changeId)
    await tx.query('update exclusion_change set undone_at = $3 where agency_id = $1 and id = $2', [
      list.agencyId,
      changeId,
      dateOf(now_ms),
    ])
    const { rootId, agencyId } = list
    if (last.kind === 'upload') {
      // Credits added meanwhile by a failed refund are either reversed or no longer skipped.
      await removeSkipped(tx, agencyId, changeId)
      await addJob(tx, 'reverse-exclusion-credits', { rootId, agencyId, changeId }, { queue: queueOf(list) })
    }
    await recordActivity(tx, call, {
      action: last.kind === 'purge' ? 'data.exclusionPurgeUndone' : 'data.exclusionUploadUndone',
      target: { kind: list.level === 'campaign' ? 'campaign' : 'company', id: list.listId },
      campaignId: list.campaignId ?? undefined,
      to: { exclusion_level: list.level, file_name: last.file_name, addresses: last.addresses },
    })
    return { result: 'success', message: last.kind === 'purge' ? 'The list was restored.' : 'The upload was undone.' }
  })
