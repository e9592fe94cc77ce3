import type { Random } from '../random.ts'
import { comeBack, newVisitorId, type Site, type VisitorHit } from '../visitors.ts'
import { timeOfDay } from './plan-day.ts'

const day_ms = 86_400_000
const week_ms = 7 * day_ms
/** With the three weeks of a usual past these are the twelve that cohorts of returning visitors show. */
const mostWeeks = 9
/** A past of a few days, as journeys have one, has nothing before it. */
const leastDays = 14
/** How many of a site's visitors of a day are remembered from each early week. */
const remembered = 0.2
/** How likely somebody is back in the week after their first, and how much less in each further one. */
const back = { inNextWeek: 0.36, ofWeekBefore: 0.86 }
/** How many of those who come back in the busy weeks follow a newsletter's link, so that it is known who they are. */
const following = 0.12

/** The days before a past of so many days in which some visitors came for the first time. */
export const earlyDays = (days: number): number => (days < leastDays ? 0 : mostWeeks * 7)

/**
 * A thin past before the busy one: visitors who came for the first time weeks ago, and come back now and then until today. It
 * is not known who they are, so that they cost little and nobody anything, until some say so in the busy weeks. In no order.
 */
export function planEarly(random: Random, site: Site, past: { from_ms: number; upTo_ms: number }): VisitorHit[] {
  const begin_ms = past.from_ms - mostWeeks * week_ms
  const newcomers = Math.max(1, Math.round(site.campaign.visitors * remembered))
  return Array.from(
    { length: mostWeeks * newcomers },
    (_, n) => begin_ms + Math.floor(n / newcomers) * week_ms,
  ).flatMap((first_ms) => {
    const visitorId = newVisitorId(random)
    const visits = [comeBack(random, site, { visitorId, isNamed: false }, someTimeIn(random, first_ms))]
    let chance = back.inNextWeek
    for (let from_ms = first_ms + week_ms; from_ms < past.upTo_ms; from_ms += week_ms, chance *= back.ofWeekBefore) {
      if (!random.chance(chance)) continue
      const at_ms = someTimeIn(random, from_ms)
      const isNamed = at_ms >= past.from_ms && random.chance(following)
      visits.push(comeBack(random, site, { visitorId, isNamed }, at_ms))
    }
    return visits
  })
}

const someTimeIn = (random: Random, from_ms: number): number =>
  timeOfDay(random, from_ms - (from_ms % day_ms) + random.below(7) * day_ms)
