import { setTimeout as sleep } from 'node:timers/promises'
import { makeSignalDays } from '#server/areas/identity/public.ts'
import { matchSignals, resolveAgency } from '#server/areas/leads/public.ts'
import { createClock } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleDeliveries } from '../history/settle-deliveries.ts'
import { createRandom } from '../random.ts'
import { agencyOf, demoId, demoSeed } from '../world.ts'
import { planSearches, readSearchers, takeIn } from './feed.ts'
import { searchCampaigns } from './search-campaigns.ts'

const day_ms = 86_400_000
const days = 29
const searchesADay = 100
/** After the day's searches, and before midnight anywhere in the country. */
const matchedAfter_ms = 20 * 3_600_000

const agencies = [...new Set(searchCampaigns.map(({ client }) => agencyOf(client)!))]

/** A month of searches, matched and resolved day by day as they would have been. Does nothing once there are some. */
export async function makeSearchPast(platform: Platform, stopping: AbortSignal): Promise<void> {
  const { rows } = await platform.identityPool.query<{ any: boolean }>('select exists (select from signal) as any')
  if (rows[0]?.any) return
  await makeSignalDays(platform)
  const personIds = await readSearchers(platform)
  const began_ms = platform.clock.now()
  const random = createRandom(demoSeed)
  for (let day = days; day >= 1 && !stopping.aborted; day--) {
    const from_ms = began_ms - day * day_ms
    const to_ms = from_ms + matchedAfter_ms
    const past = { ...platform, clock: createClock(() => to_ms) }
    await takeIn(platform, planSearches(random, personIds, searchesADay, { from_ms, to_ms }))
    await matchSignals(past)
    for (const agency of agencies) await resolveAll(past, demoId(agency))
  }
  for (const agency of agencies) await settleDeliveries(platform, agency, began_ms)
}

/** A transaction that runs somewhere holds events back for a moment. */
async function resolveAll(platform: Platform, agencyId: string): Promise<void> {
  for (;;) {
    const { more } = await resolveAgency(platform, agencyId)
    if (!more) return
    await sleep(5)
  }
}
