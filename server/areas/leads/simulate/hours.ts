import { Temporal } from 'temporal-polyfill'
import { startOfDate_ms } from '#server/platform/local-dates.ts'
import type { Campaign } from '../resolve/batch.ts'
import { isOpenAt, type ActiveHours } from '../resolve/active-hours.ts'
import { allowanceAt } from '../resolve/pace.ts'

/** Days and hours of every zone begin with one. */
export const quarter_ms = 15 * 60_000
const hour_ms = 4 * quarter_ms

type Paced = Campaign & { limitLeads: number }

/** Whether leads of a day are spread over it. */
export const isSpread = (campaign: Campaign): campaign is Paced =>
  campaign.spreadsEvenly && campaign.limitPeriod === 'day' && campaign.limitLeads !== null

/**
 * Where what somebody did on one day is told apart: where the campaign's hours begin and end, and at every hour where it
 * spreads its leads.
 */
export function cutsOf(campaign: Campaign, from_ms: number, until_ms: number): number[] {
  const cuts: number[] = []
  let wasOpen = isOpenAt(from_ms, campaign)
  for (let at_ms = from_ms + quarter_ms; at_ms < until_ms; at_ms += quarter_ms) {
    const isOpen = isOpenAt(at_ms, campaign)
    if (isOpen !== wasOpen || (isSpread(campaign) && (at_ms - from_ms) % hour_ms === 0)) cuts.push(at_ms)
    wasOpen = isOpen
  }
  return cuts
}

/** The last quarter of an hour of a local day in which a campaign takes leads; null where it takes none on that day. */
export function lastOpenOf(date: string, hours: ActiveHours): number | null {
  const from_ms = startOfDate_ms(date, hours.timeZone)
  const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
  for (let at_ms = startOfDate_ms(next, hours.timeZone) - quarter_ms; at_ms >= from_ms; at_ms -= quarter_ms)
    if (isOpenAt(at_ms, hours)) return at_ms
  return null
}

export const quarterOf = (at_ms: number): number => Math.floor(at_ms / quarter_ms)

/** How many leads a campaign that spreads them may have by the end of a quarter of an hour, had it run all day as it is now. */
export const allowanceOf = (quarter: number, campaign: Paced): number =>
  allowanceAt((quarter + 1) * quarter_ms - 1, { ...campaign, updatedAt: new Date(0) }, 0)
