import type pg from 'pg'
import { fillNameIndex, fillAgencyStaff } from '../support/fill-derived.ts'
import type { Tree } from './fill.ts'

const days = 10

/**
 * A running campaign for each client that should have one by its counts, with stored lead counts for the days before
 * today: up to fourteen leads a day, each in a different hour, with a limit of ten. About a third deliver less than
 * half of it. Also a salesperson who looks after two hundred agencies.
 */
export async function fillCampaigns(admin: pg.Client, { repId }: Tree): Promise<void> {
  await admin.query(
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, start_date, limit_leads,
       retail_price_e4, wholesale_price_e4, created_at, updated_at)
     select agency_id, gen_random_uuid(), root_id, client_id, 'local', 'Visitors', 'active', substr(md5(company_id::text), 1, 16),
       now() - interval '60 days', 10, 15000, 5000, now() - interval '60 days', now()
       from company_count where client_id is not null and active_campaigns > 0`,
  )
  const countSql = (grain: 'month' | 'day' | 'hour', of: string, client: string): string => `
    insert into lead_count (agency_id, of_id, grain, start_at, root_id, client_id, leads, tests, wholesale_e4, retail_e4)
    select agency_id, ${of}, '${grain}', date_trunc('${grain}', at), root_id, ${client}, count(*), 0, 5000 * count(*), 15000 * count(*)
      from (select agency_id, id, root_id, client_id,
              date_trunc('day', now(), 'UTC') - day * interval '1 day' + hour * interval '1 hour 35 minutes' as at
              from campaign, generate_series(0, ${days}) day, generate_series(1, abs(hashtext(id::text)) % 15) hour) made
     group by agency_id, ${of}, root_id, ${client}, date_trunc('${grain}', at)`
  for (const grain of ['month', 'day', 'hour'] as const) {
    await admin.query(countSql(grain, 'id', 'client_id'))
    await admin.query(countSql(grain, 'client_id', 'client_id'))
    await admin.query(countSql(grain, 'agency_id', 'null::uuid'))
  }
  await admin.query(
    `update company set sales_rep_id = $1 where id in (select id from company where kind = 'agency' order by id limit 200)`,
    [repId],
  )
  await fillNameIndex(admin)
  await fillAgencyStaff(admin)
  await admin.query('vacuum analyze')
}
