import { z } from 'zod'
import { keywordsOf } from '#contract/campaigns/keywords.ts'
import { id } from '#contract/core/ids.ts'
import { smallestShown, lookbackDays, type KeywordCount } from '#contract/keywords/counts.ts'
import { countSearchers, type HomePlaces } from '#server/areas/identity/signals/count-searchers.ts'
import { publishEvents } from '#server/areas/integrations/publish-events.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Scope, Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countColumns, type UnnumberedCount } from './counts.ts'
import { mailOutcome } from './mail-outcome.ts'
import { locationsOf } from './target.ts'

const day_ms = 86_400_000
/** A count that takes longer than this fails; until then it delays only its own agency. */
const longest_ms = 60_000
const queryCanceled = '57014'

/** An agency's counts run one after another, so that however many it requests, others' run alongside. */
export const queueOfCounts = (agencyId: string): string => `keyword-counts:${agencyId}`

const payload = z.strictObject({ rootId: id, agencyId: id, countId: id })
type Payload = z.infer<typeof payload>
const scopeOf = ({ rootId, agencyId }: Payload): Scope => ({ kind: 'agency', rootId, agencyId })

/**
 * Runs one count and stores the result, in the transaction that queues the email about it. If it is killed halfway it
 * runs again; any error is stored with the count, where Retry is offered.
 */
export const countKeywordsJob: Job = {
  name: 'count-keywords',
  async run(platform, input) {
    const task = payload.parse(input)
    const pending = await inScope(platform.appPool, scopeOf(task), (tx) => readPending(tx, task))
    // It is done already, or its company was purged in the meantime.
    if (!pending) return
    const outcome = await countOrFail(platform, task, pending)
    await inScope(platform.appPool, scopeOf(task), async (tx) => {
      const now_ms = platform.clock.now()
      if (!(await finish(tx, task, now_ms, outcome))) return
      await mailOutcome(tx, platform, task)
      const { clientId, campaignId } = pending
      const data = { id: task.countId, client_id: clientId, campaign_id: campaignId, status: outcome.status }
      await publishEvents(tx, task, now_ms, 'keyword_count.finished', [{ clientId, data }])
    })
  },
}

interface PendingCount {
  clientId: string
  campaignId: string
  count: UnnumberedCount
  places: HomePlaces | null
}

async function readPending(tx: Tx, { agencyId, countId }: Payload): Promise<PendingCount | null> {
  const { rows } = await tx.query<UnnumberedCount & { clientId: string }>(
    `select ${countColumns}, client_id as "clientId" from keyword_count where agency_id = $1 and id = $2 and status = 'pending'`,
    [agencyId, countId],
  )
  const count = rows[0]
  if (!count) return null
  const { clientId, campaignId } = count
  return { clientId, campaignId, count, places: await locationsOf(tx, count.target) }
}

type Outcome =
  | { status: 'done'; countWithoutGeo: number; count: number }
  | { status: 'error'; failure: NonNullable<KeywordCount['failure']> }

async function countOrFail(platform: Platform, task: Payload, pending: PendingCount): Promise<Outcome> {
  try {
    return { status: 'done', ...(await count(platform, task, pending)) }
  } catch (error) {
    platform.log.warn({ err: error, agencyId: task.agencyId }, 'keywords could not be counted')
    const isTooLong = (error as { code?: string }).code === queryCanceled
    return { status: 'error', failure: isTooLong ? 'too_long' : 'unavailable' }
  }
}

/** Distinct people who searched in the past days (R215); counts too small to be shown are not stored either. */
function count(
  platform: Platform,
  task: Payload,
  { count: pending, places }: PendingCount,
): Promise<{ countWithoutGeo: number; count: number }> {
  const now_ms = platform.clock.now()
  const searches = {
    keywords: keywordsOf(pending.keyword),
    since_ms: now_ms - lookbackDays * day_ms,
    until_ms: now_ms,
  }
  const reach = (percent: number): Promise<unknown> => saveProgress(platform, task, percent)
  return countSearchers(platform.identityPool, searches, longest_ms, async (people) => {
    await reach(20)
    const isFound = pending.apiVersion === 2 && (await people.areAtLeast(smallestShown))
    const nationwide = pending.apiVersion === 1 || places === null ? await people.nationwide() : null
    await reach(60)
    const here = places === null ? nationwide! : await people.livingIn(places)
    return {
      countWithoutGeo: pending.apiVersion === 2 ? Number(isFound) : roundedDown(nationwide!),
      count: roundedDown(here),
    }
  })
}

const roundedDown = (people: number): number => (people < smallestShown ? 0 : people)

const saveProgress = (platform: Platform, task: Payload, percent: number): Promise<unknown> =>
  inScope(platform.appPool, scopeOf(task), (tx) =>
    tx.query(`update keyword_count set progress = $3 where agency_id = $1 and id = $2 and status = 'pending'`, [
      task.agencyId,
      task.countId,
      percent,
    ]),
  )

/** Whether the count was still pending. */
async function finish(tx: Tx, { agencyId, countId }: Payload, now_ms: number, outcome: Outcome): Promise<boolean> {
  const isDone = outcome.status === 'done'
  const { rowCount } = await tx.query(
    `update keyword_count set status = $3, progress = 100, finished_at = $4, count_without_geo = $5, count = $6, failure = $7
      where agency_id = $1 and id = $2 and status = 'pending'`,
    [
      agencyId,
      countId,
      outcome.status,
      dateOf(now_ms),
      isDone ? outcome.countWithoutGeo : null,
      isDone ? outcome.count : null,
      isDone ? null : outcome.failure,
    ],
  )
  return rowCount === 1
}
