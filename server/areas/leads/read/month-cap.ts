import type { readMonthCap } from '#contract/leads/month-cap.ts'
import { centsFromE4 } from '#contract/core/money.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row {
  cap_cents: number
  price_e4: number
  used_e4: number
  anewOn: string
}

export const handleReadMonthCap: Handler<typeof readMonthCap> = async ({ params }, call) => {
  const row = await call.inScope((tx) => read(tx, call.object!.agencyId!, params.id, call.platform.clock.now()))
  if (!row) throw notFound()
  const { cap_cents, price_e4, used_e4, anewOn } = row
  const is_met = cap_cents > 0 && price_e4 > Math.max(0, cap_cents * 100 - used_e4)
  const data = { cap_cents, used_cents: centsFromE4(used_e4), is_met, anew_on: anewOn }
  return { result: 'success', message: '', data }
}

/** What was added up for the next lead, or what the month's leads cost where none has been asked about since the last change. */
async function read(tx: Tx, agencyId: string, id: string, now_ms: number): Promise<Row | undefined> {
  const { rows } = await tx.query<Row>(
    `select coalesce(c.month_cap_cents, 0) as cap_cents, c.retail_price_e4 as price_e4,
            (c.month + interval '1 month')::date as "anewOn",
            coalesce(
              (select u.used_e4 from cap_use u
                where u.agency_id = $1 and u.of_id = c.id and u.month = c.month and u.counted_for = c.updated_at
                  and u.time_zone = c.time_zone),
              (select sum(l.retail_price_e4) from lead l
                where l.agency_id = $1 and l.campaign_id = c.id and l.kind = 'lead'
                  and l.created_at >= c.month::timestamp at time zone c.time_zone),
              0)::bigint as used_e4
       from (select campaign.*, date_trunc('month', $3::timestamptz at time zone time_zone)::date as month from campaign
              where agency_id = $1 and id = $2 and removed_at is null) c`,
    [agencyId, id, dateOf(now_ms)],
  )
  return rows[0]
}
