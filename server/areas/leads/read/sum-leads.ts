import { dateOf } from '#server/platform/clock.ts'

interface Spans {
  grains: string[]
  from: Date[]
  to: Date[]
}

const day_ms = 86_400_000
/** The next or this beginning of a day of UTC, by which leads are kept. */
const upToDay = (at_ms: number): number => Math.ceil(at_ms / day_ms) * day_ms
const downToDay = (at_ms: number): number => Math.floor(at_ms / day_ms) * day_ms

/**
 * The kept counts that make up a range of whole hours: whole days of UTC in the middle, hours at its ends. A year is read
 * as some 400 lines, not as 8,760.
 */
export function spansOf(from_ms: number, to_ms: number): Spans {
  const [firstDay, lastDay] = [upToDay(from_ms), downToDay(to_ms)]
  const spans =
    firstDay < lastDay
      ? ([
          ['hour', from_ms, firstDay],
          ['day', firstDay, lastDay],
          ['hour', lastDay, to_ms],
        ] as const)
      : ([['hour', from_ms, to_ms]] as const)
  return {
    grains: spans.map(([grain]) => grain),
    from: spans.map(([, from]) => dateOf(from)),
    to: spans.map(([, , to]) => dateOf(to)),
  }
}

/**
 * SQL for the sums of one owner (an agency, a client or a campaign) over spans given as three arrays: grains, beginnings
 * and ends. Sums are null without a lead.
 */
export const leadSums = (agencyId: string, ofId: string, places: readonly [string, string, string]): string => `
  select sum(c.leads)::bigint as leads, sum(c.wholesale_e4)::bigint as wholesale_e4,
      sum(c.retail_e4)::bigint as retail_e4
    from unnest(${places[0]}::text[], ${places[1]}::timestamptz[], ${places[2]}::timestamptz[]) as span (grain, from_at, to_at)
    join lead_count c on c.agency_id = ${agencyId} and c.of_id = ${ofId} and c.grain = span.grain
      and c.start_at >= span.from_at and c.start_at < span.to_at`
