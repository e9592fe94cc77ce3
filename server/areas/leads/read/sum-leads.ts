import { dateOf } from '#server/platform/clock.ts'

interface Spans {
  grains: string[]
  from: Date[]
  to: Date[]
}

const day_ms = 86_400_000
const downToDay = (at_ms: number): number => Math.floor(at_ms / day_ms) * day_ms

/** The start of the UTC month of an instant. */
export function startOfMonth(at_ms: number): number {
  const at = dateOf(at_ms)
  at.setUTCDate(1)
  return at.setUTCHours(0, 0, 0, 0)
}

function startOfNextMonth(at_ms: number): number {
  const at = dateOf(startOfMonth(at_ms))
  return at.setUTCMonth(at.getUTCMonth() + 1)
}

type Span = [grain: string, from_ms: number, to_ms: number]

/** Splits a range into as many whole steps of a grain as fit, and the rest before and after into finer ones. */
const cuts = [
  {
    grain: 'month',
    up: (at_ms: number): number => (startOfMonth(at_ms) === at_ms ? at_ms : startOfNextMonth(at_ms)),
    down: startOfMonth,
  },
  { grain: 'day', up: (at_ms: number): number => Math.ceil(at_ms / day_ms) * day_ms, down: downToDay },
  { grain: 'hour', up: (at_ms: number): number => at_ms, down: (at_ms: number): number => at_ms },
]

function cut(from_ms: number, to_ms: number, [coarse, ...finer] = cuts): Span[] {
  if (!coarse || from_ms >= to_ms) return []
  const [first_ms, last_ms] = [coarse.up(from_ms), coarse.down(to_ms)]
  if (first_ms >= last_ms) return cut(from_ms, to_ms, finer)
  return [...cut(from_ms, first_ms, finer), [coarse.grain, first_ms, last_ms], ...cut(last_ms, to_ms, finer)]
}

/**
 * The kept counts that make up a range of whole hours: whole UTC months in the middle, days and hours at its ends. A year is
 * then read as about eighty rows instead of 8,760.
 */
export function spansOf(from_ms: number, to_ms: number): Spans {
  const spans = cut(from_ms, to_ms)
  return {
    grains: spans.map(([grain]) => grain),
    from: spans.map(([, from]) => dateOf(from)),
    to: spans.map(([, , to]) => dateOf(to)),
  }
}

/**
 * SQL for the sums of one owner (agency, client or campaign) over spans given as three arrays: grains, starts and ends. Sums
 * are null without leads.
 */
export const leadSums = (agencyId: string, ofId: string, places: readonly [string, string, string]): string => `
  select sum(c.leads)::bigint as leads, sum(c.wholesale_e4)::bigint as wholesale_e4,
      sum(c.retail_e4)::bigint as retail_e4
    from unnest(${places[0]}::text[], ${places[1]}::timestamptz[], ${places[2]}::timestamptz[]) as span (grain, from_at, to_at)
    join lead_count c on c.agency_id = ${agencyId} and c.of_id = ${ofId} and c.grain = span.grain
      and c.start_at >= span.from_at and c.start_at < span.to_at`
