import { endsSoon_days, type Expiry } from '#contract/audiences/lists.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { localDateAt } from '#server/platform/local-dates.ts'

const day_ms = 86_400_000

/** The day that decides whether a list has expired: the same for everybody. */
export const today = (now_ms: number): string => localDateAt(now_ms, reportTimeZone)

/** Whether a list's last day is over, soon or later; null for a list without one. */
export function expiryOf(endsOn: string | null, now_ms: number): Expiry | null {
  if (endsOn === null) return null
  const state = endsOn < today(now_ms) ? 'over' : endsOn < today(now_ms + endsSoon_days * day_ms) ? 'soon' : 'later'
  return { ends_on: endsOn, state }
}

/** SQL for the ids of the lists that an audience's conditions name, as text. */
export const listIdsIn = (definition: string): string =>
  `(select named ->> 'list_id' from jsonb_array_elements(
      (${definition} -> 'include' -> 'conditions') || (${definition} -> 'exclude' -> 'conditions')) as named
     where named ->> 'kind' = 'listed')`
