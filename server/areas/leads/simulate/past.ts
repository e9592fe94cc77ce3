import type { Reason } from '#contract/leads/reasons.ts'
import type { SearchFacts } from '#contract/leads/search.ts'

/** What one person did on one local day, or in a part of it where the campaign's hours or its pace tell them apart. */
export interface PersonDay {
  personId: number
  first_ms: number
  /** The last event: at the end of the day every window that ends on this day is over. */
  at_ms: number
  events: number
  search: SearchFacts | null
}

/** Events that end before anybody's rules are asked. */
export interface Stopped {
  reason: Reason
  events: number
}

/** One local day, its people in the order in which they would be decided. */
export interface PastDay {
  date: string
  people: PersonDay[]
  stopped: Stopped[]
}

/** The days of a period, in order, each with its day even where nothing happened. */
export interface Period {
  dates: readonly string[]
  from_ms: number
  now_ms: number
  timeZone: string
}
