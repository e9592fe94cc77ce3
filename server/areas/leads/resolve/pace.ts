import { Temporal } from 'temporal-polyfill'
import type { Campaign } from './batch.ts'
import { isOpenAt, type ActiveHours } from './active-hours.ts'

/** Every clock of the world stands at the same quarter of an hour for as long as one lasts. */
const quarter_ms = 15 * 60_000

/** What a campaign's limit of a day had given out when its settings last changed. */
export interface LimitUse {
  used: number
  usedAtChange: number
}

/** How long a campaign takes leads from one moment to another. */
function openTime_ms(from_ms: number, to_ms: number, hours: ActiveHours): number {
  let open_ms = 0
  for (let at_ms = from_ms; at_ms < to_ms;) {
    const next_ms = Math.min(to_ms, (Math.floor(at_ms / quarter_ms) + 1) * quarter_ms)
    if (isOpenAt(at_ms, hours)) open_ms += next_ms - at_ms
    at_ms = next_ms
  }
  return open_ms
}

type Paced = ActiveHours & Pick<Campaign, 'limitLeads' | 'updatedAt'>

/**
 * How many leads a campaign that spreads them may have by a moment of its day. What was left of the limit when the day began,
 * or when its settings last changed on it, is spread evenly over the open hours that were left then, each lead due at the
 * start of its share: so whoever starts at noon, or asks for more, is not sent half a day's leads at once.
 */
export function allowanceAt(now_ms: number, campaign: Paced, usedAtChange: number): number {
  const limit = campaign.limitLeads ?? Infinity
  const now = Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(campaign.timeZone)
  const start = now.startOfDay()
  const dayStart_ms = start.epochMilliseconds
  const dayEnd_ms = start.add({ days: 1 }).startOfDay().epochMilliseconds
  const changed_ms = campaign.updatedAt.getTime()
  const isOfToday = changed_ms > dayStart_ms && changed_ms <= now_ms
  const [from_ms, given] = isOfToday ? [changed_ms, Math.min(usedAtChange, limit)] : [dayStart_ms, 0]
  const left_ms = openTime_ms(from_ms, dayEnd_ms, campaign)
  // Visits of its last open hours may be decided after them.
  if (left_ms === 0) return limit
  const passed_ms = openTime_ms(from_ms, now_ms, campaign)
  return Math.min(limit, given + Math.floor(((limit - given) * passed_ms) / left_ms) + 1)
}

/** How many leads each of these campaigns may have by now, of those that spread them. */
export const allowancesOf = (
  now_ms: number,
  limited: readonly Campaign[],
  uses: ReadonlyMap<string, LimitUse>,
): Map<string, number> =>
  new Map(
    limited
      .filter(({ spreadsEvenly, limitPeriod }) => spreadsEvenly && limitPeriod === 'day')
      .map((campaign) => [campaign.id, allowanceAt(now_ms, campaign, uses.get(campaign.id)?.usedAtChange ?? 0)]),
  )
