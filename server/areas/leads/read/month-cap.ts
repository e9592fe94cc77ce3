import type { MonthCap, readMonthCap } from '#contract/leads/month-cap.ts'
import { centsFromE4 } from '#contract/core/money.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readCap } from './company-cap.ts'
import { monthSpend } from './month-spend.ts'
import { seesWholesale } from './present.ts'

interface Row {
  clientId: string
  cap_cents: number
  price_e4: number
  wholesalePrice_e4: number
  used_e4: number
  anewOn: string
}

export const handleReadMonthCap: Handler<typeof readMonthCap> = async ({ params }, call) => {
  const row = await call.inScope((tx) => read(tx, call.object!.agencyId!, params.id, call.platform.clock.now()))
  if (!row) throw notFound()
  const { cap_cents, price_e4, used_e4, anewOn } = row
  const is_met = isMet(row, price_e4)
  const data = {
    cap_cents,
    used_cents: centsFromE4(used_e4),
    is_met,
    anew_on: anewOn,
    above: await readAbove(call, row),
  }
  return { result: 'success', message: '', data }
}

const isMet = ({ cap_cents, used_e4 }: Pick<Row, 'cap_cents' | 'used_e4'>, price_e4: number): boolean =>
  cap_cents > 0 && price_e4 > Math.max(0, cap_cents * 100 - used_e4)

/** Read with the agency's access, like the caps themselves. The agency's own cap is hidden from those who can't see its prices. */
async function readAbove({ object, caller, platform }: SignedInCall, row: Row): Promise<MonthCap['above']> {
  const { rootId } = object!
  const agencyId = object!.agencyId!
  const now_ms = platform.clock.now()
  const parameters = [
    { of: 'client', id: row.clientId, price_e4: row.price_e4 },
    ...(seesWholesale(caller) ? [{ of: 'agency', id: null, price_e4: row.wholesalePrice_e4 } as const] : []),
  ] as const
  const caps: MonthCap['above'] = []
  await inScope(
    platform.appPool,
    { kind: 'agency', rootId, agencyId },
    async (tx) => {
      for (const { of, id, price_e4 } of parameters) {
        const cap = await readCap(tx, agencyId, id, now_ms)
        if (cap && isMet(cap, price_e4)) caps.push({ of, anew_on: cap.anewOn })
      }
    },
    { readOnly: true },
  )
  return caps
}

/** The sum kept by the resolver, or the cost of the month's leads if there was no lead since the last change. */
async function read(tx: Tx, agencyId: string, id: string, now_ms: number): Promise<Row | undefined> {
  const { rows } = await tx.query<Row>(
    `select c.client_id as "clientId", coalesce(c.month_cap_cents, 0) as cap_cents, c.retail_price_e4 as price_e4,
            c.wholesale_price_e4 as "wholesalePrice_e4",
            (c.month + interval '1 month')::date as "anewOn",
            coalesce(
              (select u.used_e4 from cap_use u
                where u.agency_id = $1 and u.of_id = c.id and u.month = c.month and u.counted_for = c.updated_at
                  and u.time_zone = c.time_zone),
              ${monthSpend('c')}) as used_e4
       from (select campaign.*, 'campaign' as level, id as of_id, date_trunc('month', $3::timestamptz at time zone time_zone)::date as month from campaign
              where agency_id = $1 and id = $2 and removed_at is null) c`,
    [agencyId, id, dateOf(now_ms)],
  )
  return rows[0]
}
