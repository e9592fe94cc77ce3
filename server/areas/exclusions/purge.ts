import type { purgeCampaignExclusions, purgeExclusions, purgeRootExclusions } from '#contract/exclusions/lists.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { countAddresses, purgeEntries } from './entries.ts'
import { listOfCampaign, listOfCompany, type ExclusionList } from './exclusion-list.ts'
import { lockChanges } from './lock-changes.ts'
import { wrongTypeText } from './read-list.ts'
import { extendStatementTimeout } from './extend-statement-timeout.ts'

type Answer = AnswerOf<typeof purgeExclusions>

export const handlePurge: Handler<typeof purgeExclusions> = ({ params }, call) => {
  const list = listOfCompany(call.object!)
  if (list.level !== params.campaignType) throw invalid('campaignType', wrongTypeText)
  return purge(call, list)
}

export const handlePurgeRoot: Handler<typeof purgeRootExclusions> = (_input, call) =>
  purge(call, listOfCompany(call.object!))

export const handlePurgeCampaign: Handler<typeof purgeCampaignExclusions> = ({ params }, call) =>
  purge(call, listOfCampaign(call.object!, params.campaignId))

const failure = (title: string, msg: string): Answer => ({ result: 'failed', title, msg })

/** Explains in the dialog's words why a purge isn't possible (R258), and changes nothing. */
const purge = (call: SignedInCall, list: ExclusionList): Promise<Answer> =>
  call.inScope(async (tx) => {
    await extendStatementTimeout(tx)
    if ((await lockChanges(tx, list)).pending.length > 0)
      return failure('Upload in progress', 'Wait for the upload to finish, then purge again.')
    if ((await countAddresses(tx, list)) === 0) return failure('Nothing to purge', 'This exclusion list is empty.')
    const now_ms = call.platform.clock.now()
    const id = newId(now_ms)
    const addresses = await purgeEntries(tx, list, id, dateOf(now_ms))
    await tx.query(
      `insert into exclusion_change (agency_id, id, root_id, client_id, campaign_id, list_id, level, kind, addresses,
              created_at, done_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'purge', $8, $9, $9)`,
      [
        list.agencyId,
        id,
        list.rootId,
        list.clientId,
        list.campaignId,
        list.listId,
        list.level,
        addresses,
        dateOf(now_ms),
      ],
    )
    await recordActivity(tx, call, {
      action: 'data.exclusionsPurged',
      target: { kind: list.level === 'campaign' ? 'campaign' : 'company', id: list.listId },
      campaignId: list.campaignId ?? undefined,
      to: { exclusion_level: list.level, addresses },
    })
    return { result: 'success', title: 'Exclusion list purged', msg: 'You can undo this for 24 hours.' }
  })
