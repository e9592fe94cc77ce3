import { endsSoon_days, type Expiry } from '#contract/audiences/lists.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { localDateAt } from '#server/platform/local-dates.ts'

const day_ms = 86_400_000

/** The day by which it is judged whether a list has ended: the same for everybody. */
export const today = (now_ms: number): string => localDateAt(now_ms, reportTimeZone)

/** How far away the last day of a list is, for whoever looks. */
export function expiryOf(endsOn: string | null, now_ms: number): Expiry | null {
  if (endsOn === null) return null
  const state = endsOn < today(now_ms) ? 'over' : endsOn < today(now_ms + endsSoon_days * day_ms) ? 'soon' : 'later'
  return { ends_on: endsOn, state }
}

/** SQL for the ids of the lists that the conditions of an audience name, as text. */
export const listIdsIn = (definition: string): string =>
  `(select named ->> 'list_id' from jsonb_array_elements(
      (${definition} -> 'include' -> 'conditions') || (${definition} -> 'exclude' -> 'conditions')) as named
     where named ->> 'kind' = 'listed')`
