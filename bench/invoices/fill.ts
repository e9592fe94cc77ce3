import type pg from 'pg'
import { newId } from '#server/platform/ids.ts'

export interface MonthSize {
  agencies: number
  leads: number
}

/** The month to close, and the instant after it. */
export const month = { from: '2026-09-01', until: '2026-10-01', zone: 'America/New_York' } as const
const clientsOfAgency = 2
/** Prices whose sums are not whole cents, so that lines are rounded and the remainder is booked. */
const [retail_e4, wholesale_e4] = [12_345, 4_321]

/** Indexes that only lead lists use, not the month-end close. Without them filling takes half the time and space. */
const indexesOfLists = ['lead_by_first_name', 'lead_by_last_name', 'lead_by_email', 'lead_by_phone', 'lead_of_person']

/**
 * An operator's agencies with two clients of one campaign each, and a month of leads spread evenly over all, with the
 * transfers that the pipeline books. Rows are stored in order of arrival, with all agencies mixed.
 */
export async function fillMonth(admin: pg.Client, { agencies, leads }: MonthSize): Promise<{ rootId: string }> {
  const rootId = newId(Date.now())
  // The inserted rows add up, so skip the triggers that check every writer: they would check ten million rows at once.
  await admin.query(
    `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`,
  )
  await makeCompanies(admin, rootId, agencies)
  await admin.query(`drop index ${indexesOfLists.join()}`)
  await admin.query(insertLeads, [rootId, leads, month.from, month.until, month.zone])
  await admin.query(insertTransfers, [rootId])
  await admin.query(setBalances)
  await admin.query(`create table bench_balance as select agency_id, id, balance_e4 from ledger_account`)
  await admin.query('set session_replication_role = origin')
  for (const table of ['company', 'campaign', 'lead', 'ledger_account', 'ledger_transfer'])
    await admin.query(`vacuum analyze ${table}`)
  await admin.query('checkpoint')
  return { rootId }
}

async function makeCompanies(admin: pg.Client, rootId: string, agencies: number): Promise<void> {
  await admin.query(
    `insert into company (id, kind, root_id, name, created_at) values ($1, 'root', $1, 'Operator', '2026-01-01')`,
    [rootId],
  )
  await admin.query(`insert into host (host, company_id, root_id, verified_at) values ('localhost', $1, $1, now())`, [
    rootId,
  ])
  await admin.query(
    `insert into company (id, kind, root_id, agency_id, name, time_zone, created_at)
     select id, 'agency', $1, id, 'Agency ' || n, $3, '2026-01-01'
       from (select gen_random_uuid() as id, n from generate_series(1, $2::int) n) made`,
    [rootId, agencies, month.zone],
  )
  await admin.query(
    `insert into company (id, kind, root_id, agency_id, client_id, name, payment_terms, created_at)
     select client_id, 'client', root_id, agency_id, client_id, 'Client ' || n, '{Monthly}', '2026-01-01'
       from (select gen_random_uuid() as client_id, root_id, id as agency_id, n
               from company, generate_series(1, ${clientsOfAgency}) n where kind = 'agency') made`,
  )
  await admin.query(
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, start_date,
       retail_price_e4, wholesale_price_e4, limit_leads, created_at, updated_at)
     select agency_id, gen_random_uuid(), root_id, client_id, 'local', 'Visitors', 'active', substr(md5(id::text), 1, 16),
       '2026-01-01', ${retail_e4}, ${wholesale_e4}, 1000000, '2026-01-01', '2026-01-01' from company where kind = 'client'`,
  )
  await admin.query(`insert into ledger_book select id, $1, '2026-01-01' from company where kind = 'agency'`, [rootId])
  await admin.query(
    `insert into ledger_account (agency_id, id, root_id, client_id, kind, created_at)
     select agency_id, gen_random_uuid(), root_id, client_id, account.kind, '2026-01-01'
       from company cross join lateral (select unnest(case company.kind when 'client'
         then array['client_receivable', 'agency_revenue'] else array['agency_payable', 'root_revenue'] end) as kind) account
      where company.kind <> 'root'`,
  )
  await admin.query('analyze')
}

/** Ids contain a timestamp, like UUIDv7. */
const insertLeads = `
  with place as materialized (
    select row_number() over (order by md5(id::text)) - 1 as place, count(*) over () as places, agency_id, client_id, id
      from campaign),
  moment as (
    select n, n * 7919 % (select max(places) from place) as place,
           $3::timestamp at time zone $5 + (n - 0.5) / $2::bigint * ($4::timestamp at time zone $5 - $3::timestamp at time zone $5) as at
      from generate_series(1::bigint, $2::bigint) n)
  insert into lead (agency_id, id, root_id, client_id, campaign_id, visit_id, person_id, created_at, match_key, confidence,
    first_name, last_name, email, phone_e164, street, city, state, zip, page_url, wholesale_price_e4, retail_price_e4)
  select agency_id, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' ||
           lpad(to_hex(n), 14, '0') || '0')::uuid,
         $1, client_id, place.id, gen_random_uuid(), n, at, 'md5', 0.98, 'First' || n % 999, 'Last' || n % 9999,
         'person' || n || '@example.com', '+1212555' || lpad((n % 10000)::text, 4, '0'), n % 9999 || ' Main St', 'Springfield',
         'IL', '62701', 'https://www.shop.example/pricing', ${wholesale_e4}, ${retail_e4}
    from moment join place using (place) order by n`

/** Books leads as the pipeline does: both legs, with ids derived from the lead's. */
const insertTransfers = `
  insert into ledger_transfer (agency_id, id, root_id, client_id, debit_account_id, credit_account_id, amount_e4,
    debit_balance_e4, credit_balance_e4, kind, reference_kind, reference_id, created_at)
  select lead.agency_id, (left(lead.id::text, 35) || leg.digit)::uuid, $1,
         case leg.kind when 'lead_retail' then lead.client_id end, debit.id, credit.id, leg.amount_e4,
         -leg.amount_e4 * leg.place, leg.amount_e4 * leg.place, leg.kind, 'lead', lead.id, lead.created_at
    from (select *, row_number() over (partition by client_id order by id) as of_client,
            row_number() over (partition by agency_id order by id) as of_agency from lead) lead
   cross join lateral (values
     ('lead_retail', '1', lead.retail_price_e4, of_client, 'client_receivable', 'agency_revenue', lead.client_id),
     ('lead_wholesale', '2', lead.wholesale_price_e4, of_agency, 'agency_payable', 'root_revenue', lead.agency_id))
     as leg (kind, digit, amount_e4, place, debit, credit, of_id)
    join ledger_account debit on debit.agency_id = lead.agency_id and debit.kind = leg.debit
     and coalesce(debit.client_id, debit.agency_id) = leg.of_id
    join ledger_account credit on credit.agency_id = lead.agency_id and credit.kind = leg.credit
     and coalesce(credit.client_id, credit.agency_id) = leg.of_id
   order by lead.created_at`

const setBalances = `
  update ledger_account a set balance_e4 = moved.sum
    from (select account_id, sum(amount_e4) as sum from (
            select debit_account_id as account_id, -amount_e4 as amount_e4 from ledger_transfer
            union all select credit_account_id, amount_e4 from ledger_transfer) each group by account_id) moved
   where a.id = moved.account_id`

/** Deletes what closing the month wrote, so that the next run can close it again. */
export async function reopenMonth(admin: pg.Client): Promise<void> {
  await admin.query('set session_replication_role = replica')
  await admin.query(
    'truncate invoice, invoice_line, allocation, invoice_series, billing_period, billing_day, charge cascade',
  )
  await admin.query('truncate graphile_worker._private_jobs')
  await admin.query(`delete from ledger_transfer where kind = 'rounding'`)
  await admin.query(`delete from ledger_account where kind = 'rounding'`)
  await admin.query(
    `update ledger_account a set balance_e4 = b.balance_e4 from bench_balance b
      where b.agency_id = a.agency_id and b.id = a.id and b.balance_e4 <> a.balance_e4`,
  )
  await admin.query('set session_replication_role = origin')
  await admin.query('analyze')
}
