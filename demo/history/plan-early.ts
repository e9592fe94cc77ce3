import type { Random } from '../random.ts'
import { returningView, newVisitorId, type Site, type VisitorHit } from '../visitors.ts'
import { timeOfDay } from './plan-day.ts'

const day_ms = 86_400_000
const week_ms = 7 * day_ms
/** With the month of a usual past this makes twelve: as many as the cohorts of returning visitors show. */
const maxWeeks = 8
/** A past of fewer days than this, as journeys use, has no early weeks; one that is longer than they are needs none. */
const minDays = 14
/** The share of a site's daily visitors who are regulars from each early week. */
const returningShare = 0.2
/** The chance that a visitor returns in the week after their first, and its factor for each further week. */
const back = { inNextWeek: 0.36, ofWeekBefore: 0.86 }
/** The share of returning visits in the busy weeks that follow a newsletter's link, which identifies the visitor. */
const following = 0.12

/** How many days before a past of this length some visitors came for the first time. */
export const earlyDays = (days: number): number => (days < minDays || days > maxWeeks * 7 ? 0 : maxWeeks * 7)

/**
 * A sparse past before the busy one: visitors who first came weeks ago and return now and then until today. They are
 * unknown, so they make no leads and cost nothing, until some identify themselves in the busy weeks. Unordered.
 */
export function planEarly(random: Random, site: Site, past: { from_ms: number; upTo_ms: number }): VisitorHit[] {
  const begin_ms = past.from_ms - maxWeeks * week_ms
  const newcomers = Math.max(1, Math.round(site.campaign.visitors * returningShare))
  return Array.from({ length: maxWeeks * newcomers }, (_, n) => begin_ms + Math.floor(n / newcomers) * week_ms).flatMap(
    (first_ms) => {
      const visitorId = newVisitorId(random)
      const visits = [returningView(random, site, { visitorId, isNamed: false }, someTimeIn(random, first_ms))]
      let chance = back.inNextWeek
      for (let from_ms = first_ms + week_ms; from_ms < past.upTo_ms; from_ms += week_ms, chance *= back.ofWeekBefore) {
        if (!random.chance(chance)) continue
        const at_ms = someTimeIn(random, from_ms)
        const isNamed = at_ms >= past.from_ms && random.chance(following)
        visits.push(returningView(random, site, { visitorId, isNamed }, at_ms))
      }
      return visits
    },
  )
}

const someTimeIn = (random: Random, from_ms: number): number =>
  timeOfDay(random, from_ms - (from_ms % day_ms) + random.below(7) * day_ms)
