import type { Reason } from '#contract/leads/reasons.ts'
import type { SearchFacts } from '#contract/leads/search.ts'

/** One person's events on one local day, or in a part of it if the campaign's hours or pace split the day. */
export interface PersonDay {
  personId: number
  first_ms: number
  /** The last event; at the end of the day, every window that ends on this day is over. */
  at_ms: number
  events: number
  search: SearchFacts | null
}

/** Events that end before any campaign rule applies. */
export interface Stopped {
  reason: Reason
  events: number
}

/** One local day, with its people in decision order. */
export interface PastDay {
  date: string
  people: PersonDay[]
  stopped: Stopped[]
}

/** The days of a period in order, including days without events. */
export interface Period {
  dates: readonly string[]
  from_ms: number
  now_ms: number
  timeZone: string
}
