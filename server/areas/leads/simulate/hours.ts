import { Temporal } from 'temporal-polyfill'
import { startOfDate_ms } from '#server/platform/local-dates.ts'
import type { Campaign } from '../resolve/batch.ts'
import { isOpenAt, type ActiveHours } from '../resolve/active-hours.ts'
import { allowanceAt } from '../resolve/pace.ts'

/** In every zone, days and hours begin at a quarter of an hour. */
export const quarter_ms = 15 * 60_000
const hour_ms = 4 * quarter_ms

/** Whether the campaign uses even pacing. */
export const isEvenlyPaced = (campaign: Campaign): boolean => campaign.spreadsEvenly && campaign.limitPeriod === 'day'

/**
 * The boundaries that split a day: the start and end of the campaign's hours, and every hour with even
 * pacing.
 */
export function boundariesOf(campaign: Campaign, from_ms: number, until_ms: number): number[] {
  const cuts: number[] = []
  let wasOpen = isOpenAt(from_ms, campaign)
  for (let at_ms = from_ms + quarter_ms; at_ms < until_ms; at_ms += quarter_ms) {
    const isOpen = isOpenAt(at_ms, campaign)
    if (isOpen !== wasOpen || (isEvenlyPaced(campaign) && (at_ms - from_ms) % hour_ms === 0)) cuts.push(at_ms)
    wasOpen = isOpen
  }
  return cuts
}

/** The last quarter of an hour of a local day in which a campaign is open; null if it is closed all day. */
export function lastOpenOf(date: string, hours: ActiveHours): number | null {
  const from_ms = startOfDate_ms(date, hours.timeZone)
  const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
  for (let at_ms = startOfDate_ms(next, hours.timeZone) - quarter_ms; at_ms >= from_ms; at_ms -= quarter_ms)
    if (isOpenAt(at_ms, hours)) return at_ms
  return null
}

export const quarterOf = (at_ms: number): number => Math.floor(at_ms / quarter_ms)

/** The pacing allowance at the end of a quarter of an hour, had the campaign run all day with its current settings. */
export const allowanceOf = (quarter: number, campaign: Campaign): number =>
  allowanceAt((quarter + 1) * quarter_ms - 1, { ...campaign, updatedAt: new Date(0) }, 0)
