import { textOfKeyword, keywordsOf } from '#contract/campaigns/keywords.ts'
import { countKeywordsJob, queueOfCounts } from '#server/areas/keywords/count-keywords.ts'
import { createClock, dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { demoId, pathOf } from '../world.ts'
import { searchCampaigns } from './search-campaigns.ts'

const hour_ms = 3_600_000

interface DemoCount {
  client: string
  by: string
  keywords: string
  states?: readonly string[]
  apiVersion?: 2
  hoursAgo: number
  /** Set when the count was not made. */
  became?: 'failed' | 'waiting'
}

const plumbing = { client: 'Plumbright', by: 'owner@acme.test' }
const solar = { client: 'Solstice Solar', by: 'owner@brightside.test' }

const counts: readonly DemoCount[] = [
  { ...plumbing, keywords: 'plumber\n-free\n-jobs', hoursAgo: 50 },
  { ...plumbing, keywords: 'emergency plumber', hoursAgo: 49, became: 'failed' },
  { ...plumbing, keywords: 'drain cleaning\nleaking pipe\nwater heater', states: ['CA', 'NY', 'TX'], hoursAgo: 26 },
  { ...plumbing, keywords: 'septic tank', apiVersion: 2, hoursAgo: 5 },
  { ...solar, keywords: 'solar panels\n-diy', apiVersion: 2, hoursAgo: 30 },
  { ...solar, keywords: 'home battery', hoursAgo: 0, became: 'waiting' },
]

/** Seeds keyword counts of the demo's search campaigns, computed from its searches; one is pending for an hour. */
export async function seedCounts(platform: Platform): Promise<void> {
  for (const [at, count] of counts.entries()) {
    const { rootId, agencyId, clientId } = pathOf(count.client)
    const campaign = searchCampaigns.find(({ client }) => client === count.client)!
    const countId = demoId(`count ${at}`)
    const asked_ms = platform.clock.now() - count.hoursAgo * hour_ms
    const countKey = { rootId, agencyId: agencyId!, countId }
    const isNew = await inScope(platform.appPool, { kind: 'agency', ...countKey }, async (tx) => {
      const { rowCount } = await tx.query(
        `insert into keyword_count (agency_id, id, root_id, client_id, campaign_id, keyword, target_location, states,
                api_version, status, failure, progress, requested_by, created_at, queued_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13, $13) on conflict do nothing`,
        [
          agencyId,
          countId,
          rootId,
          clientId,
          demoId(`${count.client} ${campaign.name}`),
          keywordsOf(count.keywords).map(textOfKeyword).join('\n'),
          count.states ? 'State' : 'National Targeting',
          count.states ?? [],
          count.apiVersion ?? 1,
          count.became === 'failed' ? 'error' : 'pending',
          count.became === 'failed' ? 'too_long' : null,
          demoId(count.by),
          dateOf(asked_ms),
        ],
      )
      if (rowCount === 1 && count.became === 'waiting')
        await tx.query(
          `select graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => clock_timestamp() + interval '1 hour')`,
          [countKeywordsJob.name, JSON.stringify(countKey), queueOfCounts(agencyId!)],
        )
      return rowCount === 1
    })
    if (!isNew || count.became) continue
    await countKeywordsJob.run({ ...platform, clock: createClock(() => asked_ms) }, countKey)
  }
}
