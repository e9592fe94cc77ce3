import type { readCompanyCap } from '#contract/leads/company-cap.ts'
import { centsFromE4 } from '#contract/core/money.ts'
import { formVersionOf } from '#server/areas/activity/form-version.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { usualShares } from '#contract/campaigns/spend-alerts.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { capFields } from '../cap-fields.ts'
import { monthSpend } from './month-spend.ts'

interface Row {
  cap_cents: number
  used_e4: number
  is_met: boolean
  anewOn: string
  alertShares: number[]
  alert_cents: number
  alertsPayer: boolean
}

/** Read with the agency's access, because a client can't see its agency, whose time zone defines the month. */
export const handleReadCompanyCap: Handler<typeof readCompanyCap> = async (_input, { object, platform }) => {
  const { rootId, agencyId, clientId } = object!
  if (agencyId === null) throw notFound()
  const readRow = (tx: Tx): Promise<Row | undefined> => readCap(tx, agencyId, clientId, platform.clock.now())
  const row = await inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, readRow, { readOnly: true })
  if (!row) throw notFound()
  const { cap_cents, used_e4, is_met, anewOn } = row
  const cap = { cap_cents, used_cents: centsFromE4(used_e4), is_met, anew_on: anewOn }
  const alerts = { alert_shares: row.alertShares, alert_cents: row.alert_cents, alert_payer: row.alertsPayer }
  const version = formVersionOf(platform, capFields({ month_cap_cents: cap_cents, ...alerts }))
  return { result: 'success', message: '', data: { ...cap, ...alerts, version } }
}

/** The sum kept by the resolver, or the cost of the month's leads if there was no lead since the last change. */
export async function readCap(
  tx: Tx,
  agencyId: string,
  clientId: string | null,
  now_ms: number,
): Promise<Row | undefined> {
  const price = clientId === null ? 'wholesale_price_e4' : 'retail_price_e4'
  const { rows } = await tx.query<Row>(
    `select cap.cap_cents, cap.used_e4, (cap.month + interval '1 month')::date as "anewOn", cap.alert_shares as "alertShares",
            cap.alert_cents, cap.alert_payer as "alertsPayer",
            cap.cap_cents > 0 and exists (
              select from campaign c
               where c.agency_id = $1 and (c.client_id = $2 or $2 = $1) and c.status = 'active' and c.removed_at is null
                 and c.${price} > greatest(0, cap.cap_cents * 100::bigint - cap.used_e4)) as is_met
       from (
         select coalesce(m.month_cap_cents, 0) as cap_cents, a.month, coalesce(m.alert_shares, $4) as alert_shares,
                coalesce(m.alert_cents, 0) as alert_cents, coalesce(m.alert_payer, false) as alert_payer,
                case when m.company_id is null then 0 else coalesce(
                  (select u.used_e4 from cap_use u
                    where u.agency_id = $1 and u.of_id = $2 and u.month = a.month and u.counted_for = m.updated_at
                      and u.time_zone = a.time_zone),
                  ${monthSpend('a')}) end::bigint as used_e4
           from (select $2::uuid as of_id, $5 as level, time_zone,
                        date_trunc('month', $3::timestamptz at time zone time_zone)::date as month
                   from company where id = $1) a
           left join money_cap m on m.agency_id = $1 and m.company_id = $2) cap`,
    [agencyId, clientId ?? agencyId, dateOf(now_ms), usualShares, clientId === null ? 'agency' : 'client'],
  )
  return rows[0]
}
