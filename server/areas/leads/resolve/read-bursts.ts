import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import { standardLimit } from '#server/areas/pricing/public.ts'
import type { Campaign } from './batch.ts'
import type { Burst } from './facts.ts'

const minute_ms = 60_000
const burst_ms = 10 * minute_ms
/** Fewer leads than this are never a burst, since a new campaign has no history. */
const minBurst = 50
/** A burst: as many leads in ten minutes as two average hours of the busiest recent day. */
const partOfBusiestDay = 12
/** Without a limit, as many leads in a day as three such days, and never fewer than the default limit. */
const timesBusiestDay = 3
const history_ms = 7 * 24 * 60 * minute_ms
/** After a hold is released, the campaign is not checked for a day. */
const trustedAfterRelease_ms = 24 * 60 * minute_ms

/**
 * Compares each campaign's leads in the last ten minutes and today with its usual number: the busiest of the last seven days,
 * excluding today so that a burst doesn't raise its own threshold. The day is only checked for campaigns without a limit
 * (decision 42). Trusted campaigns are skipped.
 */
export async function readBursts(
  tx: Tx,
  book: Book,
  now_ms: number,
  campaigns: readonly Campaign[],
): Promise<Map<string, Burst>> {
  if (campaigns.length === 0) return new Map()
  const { rows } = await tx.query<
    Omit<Burst, 'most' | 'maxToday'> & { campaignId: string; busiest: number; isTrusted: boolean }
  >(
    `select asked.id as "campaignId", hold.held_at is not null and hold.released_at is null as "isHeld",
            coalesce(hold.released_at > $3, false) as "isTrusted", coalesce(day.busiest, 0) as busiest,
            coalesce(day.today, 0) as today, recent.leads
       from unnest($2::uuid[]) as asked (id)
       left join lead_hold hold on hold.agency_id = $1 and hold.campaign_id = asked.id
       left join lateral (
         select (max(c.leads) filter (where c.start_at < date_trunc('day', $6::timestamptz, 'UTC')))::integer as busiest,
                (max(c.leads) filter (where c.start_at = date_trunc('day', $6::timestamptz, 'UTC')))::integer as today
           from lead_count c
          where c.agency_id = $1 and c.of_id = asked.id and c.grain = 'day' and c.start_at >= $4) day on true
      cross join lateral (
         select count(*)::integer as leads from lead l
          where l.agency_id = $1 and l.campaign_id = asked.id and l.created_at > $5 and l.kind = 'lead'
            and hold.released_at > $3 is not true) recent`,
    [
      book.agencyId,
      campaigns.map(({ id }) => id),
      dateOf(now_ms - trustedAfterRelease_ms),
      dateOf(now_ms - history_ms),
      dateOf(now_ms - burst_ms),
      dateOf(now_ms),
    ],
  )
  const campaignOf = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  return new Map(
    rows.map(({ campaignId, isTrusted, busiest, ...known }) => {
      const { limitLeads, retailPrice_e4 } = campaignOf.get(campaignId)!
      const ofDay = Math.max(standardLimit(retailPrice_e4).leads, timesBusiestDay * busiest)
      return [
        campaignId,
        {
          ...known,
          most: isTrusted ? Infinity : Math.max(minBurst, Math.ceil(busiest / partOfBusiestDay)),
          maxToday: isTrusted || limitLeads !== null ? Infinity : ofDay,
        },
      ]
    }),
  )
}
