import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import type { Burst } from './facts.ts'

const minute_ms = 60_000
const burst_ms = 10 * minute_ms
/** Fewer are never too many: a new campaign has no history. */
const leastBurst = 50
/** As many leads in ten minutes as in two hours of the busiest day lately, if they came evenly. */
const partOfBusiestDay = 12
const history_ms = 7 * 24 * 60 * minute_ms
/** Whoever releases a hold knows why so many come: the next day is not judged. */
const trustedAfterRelease_ms = 24 * 60 * minute_ms

/**
 * How many leads each campaign has made in the last ten minutes, beside how many are usual: by its own busiest day of the
 * last seven, without today, so that a burst does not make itself usual.
 */
export async function readBursts(
  tx: Tx,
  book: Book,
  now_ms: number,
  campaignIds: readonly string[],
): Promise<Map<string, Burst>> {
  if (campaignIds.length === 0) return new Map()
  const { rows } = await tx.query<Burst & { campaignId: string; busiest: number; isTrusted: boolean }>(
    `select asked.id as "campaignId", hold.held_at is not null and hold.released_at is null as "isHeld",
            coalesce(hold.released_at > $3, false) as "isTrusted", coalesce(day.busiest, 0) as busiest, recent.leads
       from unnest($2::uuid[]) as asked (id)
       left join lead_hold hold on hold.agency_id = $1 and hold.campaign_id = asked.id
       left join lateral (
         select max(c.leads)::integer as busiest from lead_count c
          where c.agency_id = $1 and c.of_id = asked.id and c.grain = 'day'
            and c.start_at >= $4 and c.start_at < date_trunc('day', $6::timestamptz, 'UTC')) day on true
      cross join lateral (
         select count(*)::integer as leads from lead l
          where l.agency_id = $1 and l.campaign_id = asked.id and l.created_at > $5 and l.kind = 'lead') recent`,
    [
      book.agencyId,
      [...campaignIds],
      dateOf(now_ms - trustedAfterRelease_ms),
      dateOf(now_ms - history_ms),
      dateOf(now_ms - burst_ms),
      dateOf(now_ms),
    ],
  )
  return new Map(
    rows.map(({ campaignId, isHeld, isTrusted, busiest, leads }) => [
      campaignId,
      { isHeld, leads, most: isTrusted ? Infinity : Math.max(leastBurst, Math.ceil(busiest / partOfBusiestDay)) },
    ]),
  )
}
