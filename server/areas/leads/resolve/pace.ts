import { Temporal } from 'temporal-polyfill'
import type { Campaign } from './batch.ts'
import { isOpenAt, type ActiveHours } from './active-hours.ts'

/** Every time zone's offset is a multiple of 15 minutes. */
const quarter_ms = 15 * 60_000

/** How much of the daily limit was used when the settings last changed. */
export interface LimitUse {
  used: number
  usedAtChange: number
}

/** How long a campaign is open between two instants. */
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
 * How many leads a campaign with even pacing may have by an instant of its day. What was left of the limit at the start of the
 * day, or at the last settings change, is spread over the open hours left then, each lead due at the start of its share. A
 * campaign that starts at noon or gets a higher limit therefore doesn't receive half a day's leads at once.
 */
export function allowanceAt(now_ms: number, campaign: Paced, usedAtChange: number): number {
  const limit = campaign.limitLeads
  const now = Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(campaign.timeZone)
  const start = now.startOfDay()
  const dayStart_ms = start.epochMilliseconds
  const dayEnd_ms = start.add({ days: 1 }).startOfDay().epochMilliseconds
  const changed_ms = campaign.updatedAt.getTime()
  const isOfToday = changed_ms > dayStart_ms && changed_ms <= now_ms
  const [from_ms, base] = isOfToday ? [changed_ms, Math.min(usedAtChange, limit)] : [dayStart_ms, 0]
  const left_ms = openTime_ms(from_ms, dayEnd_ms, campaign)
  // Visits from the last open hours may be decided after closing.
  if (left_ms === 0) return limit
  const passed_ms = openTime_ms(from_ms, now_ms, campaign)
  return Math.min(limit, base + Math.floor(((limit - base) * passed_ms) / left_ms) + 1)
}

/** The allowance by now of each campaign with even pacing. */
export const allowancesOf = (
  now_ms: number,
  campaigns: readonly Campaign[],
  uses: ReadonlyMap<string, LimitUse>,
): Map<string, number> =>
  new Map(
    campaigns
      .filter(({ spreadsEvenly, limitPeriod }) => spreadsEvenly && limitPeriod === 'day')
      .map((campaign) => [campaign.id, allowanceAt(now_ms, campaign, uses.get(campaign.id)?.usedAtChange ?? 0)]),
  )
