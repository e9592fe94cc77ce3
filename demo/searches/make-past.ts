import { setTimeout as sleep } from 'node:timers/promises'
import { makeSignalDays } from '#server/areas/identity/signals/signal-days.ts'
import { matchSignals } from '#server/areas/leads/match/match-signals.ts'
import { resolveAgency } from '#server/areas/leads/resolve-agency.ts'
import { createClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleDeliveries } from '../history/settle-deliveries.ts'
import { createRandom, type Random } from '../random.ts'
import { agencyOf, demoId, demoSeed } from '../world.ts'
import { planSearches, readSearchers, storeSignals } from './feed.ts'
import { readWorld, type World } from '../wide/world-size.ts'
import { searchCampaignsOf } from './search-campaigns.ts'

const day_ms = 86_400_000
const maxDays = 29
const searchesADay = 100
/** After the day's searches, and before midnight in every US time zone. */
const matchedAfter_ms = 20 * 3_600_000
/** How often a day's searches are matched: leads of one match have the same time. */
const partsOfDay = { small: 1, wide: 5 } as const

const agenciesOf = (world: World): string[] => [
  ...new Set(searchCampaignsOf(world).map(({ client }) => agencyOf(client)!)),
]

/** How many searches there are on a day. In the small world always as many; in the wide one they have begun slowly. */
function searchesOn(random: Random, { size }: World, day: number, at_ms: number): number {
  if (size === 'small') return searchesADay
  const isWeekend = new Date(at_ms).getUTCDay() % 6 === 0
  const share = 1 - (0.85 * day) / maxDays
  return Math.round(searchesADay * share * (isWeekend ? 0.65 : 1.1) * (0.75 + 0.5 * random.fraction()))
}

/** A month of searches, matched and resolved day by day as they would have been. Does nothing if there are some. */
export async function makeSearchPast(platform: Platform, stopping: AbortSignal): Promise<void> {
  const { rows } = await platform.identityPool.query<{ any: boolean }>('select exists (select from signal) as any')
  if (rows[0]?.any) return
  // Searches become visits on their own days, so create partitions as far back as the demo's past goes.
  const { rows: past } = await platform.appPool.query<{ days: number }>('select max(days) as days from demo_history')
  const days = Math.min(maxDays, past[0]?.days ?? 0)
  await makeSignalDays(platform)
  const personIds = await readSearchers(platform)
  const began_ms = platform.clock.now()
  const random = createRandom(demoSeed)
  const world = await readWorld(platform)
  const agencies = agenciesOf(world)
  for (let day = days; day >= 1 && !stopping.aborted; day--) {
    const day_from_ms = began_ms - day * day_ms
    const count = searchesOn(random, world, day, day_from_ms)
    const parts = partsOfDay[world.size]
    for (let part = 0; part < parts; part++) {
      const from_ms = day_from_ms + (part * matchedAfter_ms) / parts
      const to_ms = from_ms + matchedAfter_ms / parts
      const then = { ...platform, clock: createClock(() => to_ms) }
      await storeSignals(platform, planSearches(random, personIds, Math.round(count / parts), { from_ms, to_ms }))
      await matchSignals(then)
      for (const agency of agencies) await resolveAll(then, demoId(agency), stopping)
    }
  }
  // Whom yesterday's limits stopped are offered again by the first pass of a day. It belongs to the past, too: otherwise
  // a demo begun in the night would sell leads by itself within the hour, while somebody looks at a balance.
  if (!stopping.aborted) await matchSignals(platform)
  for (const agency of agencies) await resolveAll(platform, demoId(agency), stopping)
  for (const agency of agencies) await settleDeliveries(platform, agency, began_ms)
}

/** Repeats until none is left: open transactions hold events back, and a day's events must resolve on that day. */
async function resolveAll(platform: Platform, agencyId: string, stopping: AbortSignal): Promise<void> {
  do {
    while ((await resolveAgency(platform, agencyId)).more) await sleep(5)
    await sleep(5)
  } while (!stopping.aborted && (await hasWaiting(platform, agencyId)))
}

const hasWaiting = (platform: Platform, agencyId: string): Promise<boolean> =>
  inScope(platform.appPool, { kind: 'agency', rootId: demoId('Leadloom'), agencyId }, async (tx) => {
    const { rows } = await tx.query<{ any: boolean }>(
      `select exists (
         select from hit h join resolve_watermark w on w.agency_id = $1
          where h.agency_id = $1 and (h.tx, h.id) > (w.done_tx, w.done_id)) as any`,
      [agencyId],
    )
    return rows[0]!.any
  })
