import type pg from 'pg'
import type { Tree } from './fill.ts'

/**
 * The data of an agency's inbox: five campaigns with two destinations for each of its clients, stored counts of a year,
 * and a few of everything that needs attention.
 */
export async function fillInbox(admin: pg.Client, { firstId }: Tree): Promise<void> {
  const statements = [
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, start_date, limit_leads,
       retail_price_e4, wholesale_price_e4, last_hit_at, created_at, updated_at)
     select agency_id, gen_random_uuid(), root_id, client_id, 'local', 'Visitors ' || n, 'active',
       substr(md5(id::text || n), 1, 16), now() - interval '60 days', 10, 15000, 5000,
       now() - case when abs(hashtext(id::text || n)) % 20 = 0 then interval '3 days' else interval '1 hour' end,
       now() - interval '60 days', now()
       from company, generate_series(1, 5) n where kind = 'client' and agency_id = $1`,
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, url, status, last_error_code, failing_since,
       paused_at, created_at)
     select agency_id, gen_random_uuid(), root_id, client_id, id, 'webhook', 'https://hooks.example/', fares, 'timeout',
       now() - interval '1 hour', case fares when 'disabled' then now() end, now()
       from (select campaign.*, (array['failing', 'disabled'])[1 + n] as bad, n from campaign, generate_series(0, 1) n) made,
         lateral (select case when abs(hashtext(id::text || n)) % 25 = 0 then bad else 'ok' end as fares) how
      where agency_id = $1`,
    `insert into lead_count (agency_id, of_id, grain, start_at, root_id, client_id, leads, tests, wholesale_e4, retail_e4)
     select agency_id, id, 'day', date_trunc('day', now(), 'UTC') - day * interval '1 day', root_id, client_id, 7, 0, 1, 1
       from company, generate_series(0, 364) day where kind = 'client' and agency_id = $1
     union all
     select agency_id, id, 'ever', '1970-01-01', root_id, client_id, 2555, 0, 1, 1 from company
      where kind = 'client' and agency_id = $1`,
    `insert into limit_use (agency_id, campaign_id, client_id, root_id, period, period_start, used, counted_for)
     select agency_id, id, client_id, root_id, 'day', (now() at time zone time_zone)::date - day,
       case when abs(hashtext(id::text)) % 10 = 0 then 10 else 4 end, now()
       from campaign, generate_series(0, 29) day where agency_id = $1`,
    `insert into inbox_state (agency_id, kind, subject_id, root_id, mark, done_mark)
     select agency_id, 'new_leads', id, root_id, 2550, case when abs(hashtext(id::text)) % 2 = 0 then 2555 else 2550 end
       from company where kind = 'client' and agency_id = $1`,
  ]
  for (const text of statements) await admin.query(text, [firstId])
  await admin.query('vacuum analyze')
}
