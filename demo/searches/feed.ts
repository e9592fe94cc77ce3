import type { SignalKind } from '#contract/leads/search.ts'
import { makeSignalDays } from '#server/areas/identity/signals/signal-days.ts'
import { writeSignals, type NewSignal } from '#server/areas/identity/signals/write-signals.ts'
import type { Platform } from '#server/platform/platform.ts'
import { personAt, nowhere } from '../persons.ts'
import { createRandom, type Random } from '../random.ts'
import { demoSeed } from '../world.ts'

/** The people who search in the demo. They are used nowhere else. */
const searchers = { from: 400, upTo: 1_900 }

/** What they search for and read about: keywords that some campaign looks for, and others that none does. */
const topics: readonly [text: string, kind: SignalKind][] = [
  ['emergency plumber near me', 'search'],
  ['24 hour plumber', 'search'],
  ['leaking pipe under sink', 'search'],
  ['drain cleaning', 'search'],
  ['tankless water heater cost', 'page'],
  ['water heater installation', 'search'],
  ['free plumber advice', 'search'],
  ['plumber jobs', 'search'],
  ['solar panels for home', 'search'],
  ['solar panels cost', 'search'],
  ['solar installation company', 'search'],
  ['solar tax credit explained', 'page'],
  ['home battery storage', 'search'],
  ['diy solar panels', 'search'],
]
const others = ['running shoes', 'cheap flights', 'piano lessons', 'used cars', 'kitchen remodel ideas', 'dog training']
const shareWanted = 0.55
const minute_ms = 60_000

/** This many searches, spread over a period that ends at `to_ms`. Deterministic for a seed. */
export function planSearches(
  random: Random,
  personIds: readonly number[],
  count: number,
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): NewSignal[] {
  return Array.from({ length: count }, () => {
    const [text, kind] = random.chance(shareWanted) ? random.pick(topics) : [random.pick(others), 'search' as const]
    const at_ms = Math.floor(from_ms + random.fraction() * (to_ms - from_ms))
    return { personId: random.pick(personIds), text, kind, at_ms, zip: null }
  })
}

/**
 * Writes new searches of the last minute to the identity data, as a feed would. A longer period would, for hours after
 * midnight, fall before the start of a campaign that begins today.
 */
export async function feedSearches(platform: Platform, count: number, seed: number): Promise<void> {
  const to_ms = platform.clock.now()
  const personIds = await readSearchers(platform)
  await makeSignalDays(platform)
  await storeSignals(
    platform,
    planSearches(createRandom(seed), personIds, count, { from_ms: to_ms - minute_ms, to_ms }),
  )
}

export async function storeSignals({ identityPool }: Platform, signals: readonly NewSignal[]): Promise<void> {
  const client = await identityPool.connect()
  try {
    await writeSignals(client, signals)
  } finally {
    client.release()
  }
}

export async function readSearchers({ identityPool }: Platform): Promise<number[]> {
  const ids = Array.from({ length: searchers.upTo - searchers.from }, (_, at) => searchers.from + at)
  const { rows } = await identityPool.query<{ id: number }>(
    'select id from person where external_id = any($1) order by id',
    [ids.map((n) => personAt(demoSeed, n, nowhere).externalId)],
  )
  return rows.map(({ id }) => id)
}
