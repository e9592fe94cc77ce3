import type { Random } from '../random.ts'
import { walkThrough, type Site, type VisitorHit } from '../visitors.ts'

/** The share of the past's visitors who are known. */
const matching = 0.42
const hour_ms = 3_600_000
/** How much of a day's traffic falls in each hour of the day, in US Central time. */
const hours = [1, 1, 0, 0, 0, 1, 3, 6, 9, 11, 12, 12, 10, 10, 10, 9, 9, 8, 8, 9, 9, 7, 5, 2]
const spread = hours.flatMap((weight, hour) => Array.from({ length: weight }, () => hour))
/** Central time is six hours behind UTC, or five with daylight saving time, which is ignored. */
const hoursBehind = 6
/** From Sunday to Saturday. */
const weekdays = [0.6, 1.15, 1.2, 1.1, 1.05, 1, 0.7]

/** A random time of the day that begins at `day_ms` (UTC), when people are awake. */
export const timeOfDay = (random: Random, day_ms: number): number =>
  Math.floor(day_ms + (random.pick(spread) + hoursBehind + random.fraction()) * hour_ms)

/**
 * All hits of one site's visitors on the day that begins at `day_ms` (UTC), unordered. `trend` is how busy the site
 * was then, with 1 for today.
 */
export function planDay(random: Random, site: Site, day_ms: number, trend = 1): VisitorHit[] {
  const visitors = site.campaign.visitors * trend * weekdays[new Date(day_ms).getUTCDay()]!
  const count = Math.round(visitors * (0.7 + 0.6 * random.fraction()))
  return Array.from({ length: count }, () => walkThrough(random, site, timeOfDay(random, day_ms), matching)).flat()
}
