import { keywordsOf, textOfKeyword } from '#contract/campaigns/keywords.ts'
import { maxPending, maxPendingOfClient, type queueCount as operation } from '#contract/keywords/counts.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { assertMayCreateCampaigns } from '#server/areas/campaigns/policy.ts'
import { assertNoneSensitive } from '#server/areas/campaigns/modules/searches/sensitive.ts'
import { isAboutSearches } from '#server/areas/campaigns/settings/is-about-searches.ts'
import { lockCampaign } from '#server/areas/campaigns/queries.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import { countKeywordsJob, queueOfCounts } from './count-keywords.ts'
import { findCount, presentCount, readQueue } from './counts.ts'
import { readTarget, type Target } from './target.ts'

type Body = Input<typeof operation>['body']

const queuedText = 'Your count is in the queue.'

/** Stores a count, or resets a failed one, and queues the job that runs it. */
export const queueCount: Handler<typeof operation> = ({ body }, call) => {
  assertMayCreateCampaigns(call.caller)
  const { rootId, agencyId } = call.object!
  return call.inScope(async (tx) => {
    const campaign = await lockCampaign(tx, agencyId!, body.campaignId)
    if (!campaign) throw notFound()
    if (!isAboutSearches(campaign.module)) throw invalid('campaignId', 'This does not apply to this product.')
    await assertRoom(tx, rootId, agencyId!)
    if (call.caller.kind === 'client') await assertShare(tx, agencyId!, campaign.clientId)
    const id = body.count_id === undefined ? await insertCount(tx, call, body) : await requeue(tx, call, body)
    await addJob(tx, countKeywordsJob.name, { rootId, agencyId, countId: id }, { queue: queueOfCounts(agencyId!) })
    const row = (await findCount(tx, agencyId!, body.campaignId, id))!
    await recordActivity(tx, call, {
      action: body.count_id === undefined ? 'campaign.queueCount' : 'campaign.keywordCountRetried',
      target: { kind: 'campaign', id: body.campaignId },
      campaignId: body.campaignId,
      to: { keyword: row.keyword, target_location: row.target.location },
    })
    return {
      result: 'success' as const,
      message: queuedText,
      data: presentCount(row, await readQueue(tx, rootId, agencyId!)),
    }
  })
}

/** The lock of the agency holds until the commit, because counts of several campaigns could all see room for one more. */
async function assertRoom(tx: Tx, rootId: string, agencyId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('keyword counts ' || $1, 0))", [agencyId])
  if ((await readQueue(tx, rootId, agencyId)).length < maxPending) return
  throw new Failure('conflict', { message: `At most ${maxPending} counts can wait. Try again when some are done.` })
}

/** An agency's counts run one after another: a client with many requests must not block the others. */
async function assertShare(tx: Tx, agencyId: string, clientId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from keyword_count where agency_id = $1 and client_id = $2 and status = 'pending' limit $3`,
    [agencyId, clientId, maxPendingOfClient],
  )
  if (rowCount! < maxPendingOfClient) return
  throw new Failure('conflict', {
    message: `At most ${maxPendingOfClient} counts of yours can wait. Try again when some are done.`,
  })
}

/** The normalized text of keywords; rejected if it is empty or sensitive. */
function readKeyword(text: string | undefined): string {
  const keywords = keywordsOf(text ?? '')
  if (keywords.length === 0) throw invalid('keyword', 'This field is required.')
  assertNoneSensitive('keyword', keywords)
  return keywords.map(textOfKeyword).join('\n')
}

/** The keywords and places of a new count. Throws `invalid` naming the field. */
export async function readCount(tx: Tx, body: Body): Promise<{ keyword: string; target: Target }> {
  return { keyword: readKeyword(body.keyword), target: await readTarget(tx, body) }
}

async function insertCount(tx: Tx, call: SignedInCall, body: Body): Promise<string> {
  const { rootId, agencyId, clientId } = call.object!
  const { keyword, target } = await readCount(tx, body)
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  await tx.query(
    `insert into keyword_count (agency_id, id, root_id, client_id, campaign_id, keyword, target_location, states, cities,
            zips, api_version, status, requested_by, created_at, queued_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'pending', $12, $13, $13)`,
    [
      agencyId,
      id,
      rootId,
      clientId,
      body.campaignId,
      keyword,
      target.location,
      target.states,
      target.cities,
      target.zips,
      body.api_version ?? 1,
      call.caller.userId,
      dateOf(now_ms),
    ],
  )
  return id
}

/** Retry: runs the same count again, while no other of its campaign is pending (R212). */
async function requeue(tx: Tx, call: SignedInCall, body: Body): Promise<string> {
  const { campaignId: _campaign, count_id: id, ...others } = body
  const [extraField] = Object.keys(others).filter((name) => others[name as keyof typeof others] !== undefined)
  if (extraField !== undefined) throw invalid(extraField, 'A count is tried again as it is. Leave this out.')
  const { agencyId } = call.object!
  const count = await findCount(tx, agencyId!, body.campaignId, id!)
  if (!count) throw invalid('count_id', 'Count not found.')
  if (count.status !== 'error')
    throw new Failure('conflict', { field: 'count_id', message: 'Only a failed count can be retried.' })
  const { rowCount } = await tx.query(
    `update keyword_count set status = 'pending', progress = 0, failure = null, queued_at = $4, requested_by = $5,
            finished_at = null
      where agency_id = $1 and campaign_id = $2 and id = $3
        and not exists (select from keyword_count other
                         where other.agency_id = $1 and other.campaign_id = $2 and other.status = 'pending')`,
    [agencyId, body.campaignId, id, dateOf(call.platform.clock.now()), call.caller.userId],
  )
  if (rowCount === 0)
    throw new Failure('conflict', { field: 'count_id', message: 'A count of this campaign is still processing.' })
  return id!
}
