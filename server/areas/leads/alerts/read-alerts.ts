import type { Module } from '#contract/campaigns/modules.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { monthSpend } from '../read/month-spend.ts'
import type { Alert, Spending, AlertHistory } from './due-alert.ts'

/** A configured spending alert, with this month's spending and what was already sent. */
export interface AlertState extends Alert, Spending {
  of: 'campaign' | 'client' | 'agency'
  id: string
  agencyId: string
  /** Null for the agency's own alert. */
  clientId: string | null
  name: string
  client: string
  module: Module | null
  /** The agency's users who get the campaign's notices. */
  notifyUserIds: readonly string[]
  notifiesPayer: boolean
  month: string
  anewOn: string
  before: AlertHistory | null
}

const hasAlert = (table: string): string =>
  `(${table}.month_cap_cents is not null and ${table}.alert_shares <> '{}' or ${table}.alert_cents is not null)`

const columns = (table: string): string => `${table}.month_cap_cents, ${table}.alert_shares, ${table}.alert_cents,
  ${table}.alert_payer, ${table}.updated_at`

/** Includes the highest price of a next lead. $1 is the agency, $2 now, $3 a single id or null for all. */
const alertsSql = `
  select 'campaign' as level, c.id as of_id, c.client_id, c.name, client.name as client, c.module, c.notify_users,
         ${columns('c')}, c.time_zone, date_trunc('month', $2::timestamptz at time zone c.time_zone)::date as month,
         case when c.status = 'active' then c.retail_price_e4 end as next_e4
    from campaign c join company client on client.id = c.client_id
   where c.agency_id = $1 and c.removed_at is null and (c.month_cap_cents is not null or c.alert_cents is not null)
     and ${hasAlert('c')} and ($3::uuid is null or c.id = $3)
  union all
  select case when m.client_id is null then 'agency' else 'client' end, m.company_id, m.client_id, company.name,
         company.name, null, '{}', ${columns('m')}, agency.time_zone,
         date_trunc('month', $2::timestamptz at time zone agency.time_zone)::date,
         case when m.client_id is null
           then (select max(next.wholesale_price_e4) from campaign next
                  where next.agency_id = $1 and next.status = 'active' and next.removed_at is null)
           else (select max(next.retail_price_e4) from campaign next
                  where next.agency_id = $1 and next.client_id = m.client_id and next.status = 'active'
                    and next.removed_at is null) end
    from money_cap m join company agency on agency.id = m.agency_id
    join company on company.id = m.company_id and company.removed_at is null
   where m.agency_id = $1 and ${hasAlert('m')} and ($3::uuid is null or m.company_id = $3)`

/** All alerts of an agency, or only one. Spending under a cap is read from `cap_use`. */
export async function readAlerts(tx: Tx, agencyId: string, now: Date, id: string | null = null): Promise<AlertState[]> {
  const { rows } = await tx.query<AlertState>(
    `with asked as (${alertsSql}), spent as materialized (
       select asked.*, coalesce(
           (select u.used_e4 from cap_use u
             where u.agency_id = $1 and u.of_id = asked.of_id and u.month = asked.month
               and u.counted_for = asked.updated_at and u.time_zone = asked.time_zone and asked.month_cap_cents is not null),
           ${monthSpend('asked')}) as used_e4
         from asked)
     select s.level as "of", s.of_id as id, $1::uuid as "agencyId", s.client_id as "clientId", s.name, s.client, s.module,
            s.notify_users as "notifyUserIds", s.alert_payer as "notifiesPayer", s.month_cap_cents as cap_cents,
            s.alert_shares as shares, s.alert_cents as amount_cents, s.month, (s.month + interval '1 month')::date as "anewOn",
            s.used_e4,
            coalesce(s.next_e4 > greatest(0, s.month_cap_cents * 100::bigint - s.used_e4), false) and s.month_cap_cents is not null
              as "isMet",
            case when told.of_id is not null
              then json_build_object('told', told.told, 'seen_e4', told.seen_e4, 'cap_cents', told.cap_cents) end as before
       from spent s
       left join spend_notice told on told.agency_id = $1 and told.of_id = s.of_id and told.month = s.month
      order by s.level, s.of_id`,
    [agencyId, now, id],
  )
  return rows
}
