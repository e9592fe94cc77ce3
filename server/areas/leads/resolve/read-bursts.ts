import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Campaign } from './batch.ts'
import type { Burst } from './facts.ts'

const minute_ms = 60_000
const burst_ms = 10 * minute_ms
/** Fewer leads than this are never a burst, since a new campaign has no history. */
const minBurst = 50
/** A burst: as many leads in ten minutes as two average hours of the busiest recent day. */
const partOfBusiestDay = 12
const history_ms = 7 * 24 * 60 * minute_ms
/** For a day after a hold is released, as many leads as this times those released may come before the next one. */
const timesReleased = 2
const afterRelease_ms = 24 * 60 * minute_ms

interface Row extends Pick<Burst, 'isHeld' | 'leads' | 'isHeldApart' | 'suspicion'> {
  campaignId: string
  busiest: number
  /** What the hold was about that was released within the last day; 0 for none. */
  released: number
  releasedSuspicion: number
  isExempt: boolean
}

/**
 * Compares each campaign's leads in the last ten minutes with its usual number: of the busiest of the last seven days,
 * excluding today so that a burst doesn't raise its own threshold. A release raises it for a day, to twice what was released:
 * whoever releases a burst of forged visits does not open the campaign to all that follow. Suspicious leads are counted apart (`suspicion.ts`). Campaigns that benches and
 * kill tests exempt, by a release that never ends, are not counted.
 */
export async function readBursts(
  tx: Tx,
  book: Book,
  now_ms: number,
  campaigns: readonly Campaign[],
): Promise<Map<string, Burst>> {
  if (campaigns.length === 0) return new Map()
  const { rows } = await tx.query<Row>(
    `select asked.id as "campaignId", hold.held_at is not null and hold.released_at is null as "isHeld",
            case when hold.released_at > $3 and hold.within = 'burst' then hold.leads else 0 end as released,
            apart.held_at is not null and apart.released_at is null as "isHeldApart",
            case when apart.released_at > $3 then apart.suspicion else 0 end as "releasedSuspicion",
            coalesce(hold.released_at = 'infinity', false) as "isExempt", coalesce(day.busiest, 0) as busiest,
            recent.leads, recent.suspicion
       from unnest($2::uuid[]) as asked (id)
       left join lead_hold hold on hold.agency_id = $1 and hold.campaign_id = asked.id
       left join apart_hold apart on apart.agency_id = $1 and apart.campaign_id = asked.id
       left join lateral (
         select max(c.leads)::integer as busiest from lead_count c
          where c.agency_id = $1 and c.of_id = asked.id and c.grain = 'day' and c.start_at >= $4
            and c.start_at < date_trunc('day', $6::timestamptz, 'UTC')) day on true
      cross join lateral (
         select (count(*) filter (where l.suspicion = 0))::integer as leads, coalesce(sum(l.suspicion), 0)::integer as suspicion
           from lead l
          where l.agency_id = $1 and l.campaign_id = asked.id and l.created_at > $5 and l.kind = 'lead'
            and hold.released_at = 'infinity' is not true) recent`,
    [
      book.agencyId,
      campaigns.map(({ id }) => id),
      dateOf(now_ms - afterRelease_ms),
      dateOf(now_ms - history_ms),
      dateOf(now_ms - burst_ms),
      dateOf(now_ms),
    ],
  )
  return new Map(rows.map((row) => [row.campaignId, burstOf(row)]))
}

function burstOf(row: Row): Burst {
  const { isHeld, leads, isHeldApart, suspicion, busiest, isExempt } = row
  const usual = Math.max(minBurst, Math.ceil(busiest / partOfBusiestDay))
  const ceiling = (count: number): number => (isExempt ? Infinity : count)
  return {
    isHeld,
    leads,
    most: ceiling(Math.max(usual, timesReleased * row.released)),
    isHeldApart,
    suspicion,
    maxSuspicion: ceiling(Math.max(usual, timesReleased * row.releasedSuspicion)),
  }
}
