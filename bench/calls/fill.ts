import pg from 'pg'
import { newId, newPixelKey } from '#server/platform/ids.ts'
import type { BenchDatabase } from '../support/bench-database.ts'
import { fillNameIndex } from '../support/fill-derived.ts'
import { openCached } from '../support/cached-database.ts'

/** One client of an agency, with the owner who reads its leads. */
export interface Tenant {
  rootId: string
  agencyId: string
  clientId: string
  campaignId: string
  ownerId: string
  host: string
}

const tenantsOfAgency = 5
const days = 365
/** Tenant 1 has this share of all leads. The others split the rest: a few large tenants and many small ones. */
const firstShare = 0.1

/** Opens a database with this many leads and clients, filled once and shared by every benchmark that reads leads. */
export async function openLeads(
  tenantCount: number,
  manyRows: number,
  name = 'calls',
): Promise<{ db: BenchDatabase; tenants: Tenant[] }> {
  const { db, filled } = await openCached(name, 'bench/calls/fill.ts', { tenantCount, manyRows }, (kept) =>
    fillNew(kept, tenantCount, manyRows),
  )
  return { db, tenants: filled }
}

/** Fills an empty database with tenants and leads. */
export async function fillNew(db: BenchDatabase, tenantCount: number, count: number): Promise<Tenant[]> {
  const admin = await openAdmin(db)
  try {
    const tenants = await makeTenants(admin, tenantCount)
    await fillLeads(admin, tenants, 0, count)
    return tenants
  } finally {
    await admin.end()
  }
}

/** Agencies with their hosts and owners, five clients each, every client with one campaign. */
export async function makeTenants(admin: pg.Client, count: number): Promise<Tenant[]> {
  const rootId = newId(Date.now())
  const agencies = Array.from({ length: Math.ceil(count / tenantsOfAgency) }, (_, n) => ({
    agencyId: newId(Date.now()),
    ownerId: newId(Date.now()),
    host: `agency${n}.localhost`,
  }))
  const tenants = Array.from({ length: count }, (_, n) => ({
    rootId,
    clientId: newId(Date.now()),
    campaignId: newId(Date.now()),
    ...agencies[Math.floor(n / tenantsOfAgency)]!,
  }))
  const company = 'insert into company (id, kind, root_id, agency_id, client_id, name, created_at)'
  await admin.query(`${company} values ($1, 'root', $1, null, null, 'Root', now())`, [rootId])
  await admin.query(`${company} select id, 'agency', $1, id, null, 'Agency', now() from unnest($2::uuid[]) as t (id)`, [
    rootId,
    agencies.map(({ agencyId }) => agencyId),
  ])
  await admin.query(
    `insert into app_user (id, company_id, root_id, agency_id, kind, full_name, email, created_at)
     select id, agency_id, $1, agency_id, 'agencyOwner', 'Owner', host || '@example.com', now()
       from unnest($2::uuid[], $3::uuid[], $4::text[]) as t (id, agency_id, host)`,
    [rootId, ...(['ownerId', 'agencyId', 'host'] as const).map((key) => agencies.map((agency) => agency[key]))],
  )
  await admin.query(
    `insert into host (host, company_id, root_id, agency_id, verified_at)
     select host, agency_id, $1, agency_id, now() from unnest($2::text[], $3::uuid[]) as t (host, agency_id)`,
    [rootId, ...(['host', 'agencyId'] as const).map((key) => agencies.map((agency) => agency[key]))],
  )
  const [clients, owners, campaigns] = (['clientId', 'agencyId', 'campaignId'] as const).map((key) =>
    tenants.map((tenant) => tenant[key]),
  )
  await admin.query(
    `${company} select id, 'client', $1, agency_id, id, 'Client', now() from unnest($2::uuid[], $3::uuid[]) as t (id, agency_id)`,
    [rootId, clients, owners],
  )
  await admin.query(
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, start_date,
       retail_price_e4, wholesale_price_e4, limit_leads, created_at, updated_at)
     select agency_id, id, $1, client_id, 'local', 'Visitors', 'active', key, now(), 15000, 5000, 1000000, now(), now()
       from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as t (client_id, agency_id, id, key)`,
    [rootId, clients, owners, campaigns, tenants.map(() => newPixelKey())],
  )
  await fillNameIndex(admin)
  return tenants
}

/**
 * Adds leads up to this total, spread evenly over a year, with the stored counts that the pipeline would have written.
 * Drops the indexes meanwhile and recreates them exactly as the migrations declare them.
 */
/** `isEven` gives every tenant the same number of leads. */
export async function fillLeads(
  admin: pg.Client,
  tenants: readonly Tenant[],
  from: number,
  to: number,
  isEven = false,
): Promise<void> {
  const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'lead' and indexname <> 'lead_pkey'`,
  )
  for (const { name } of indexes) await admin.query(`drop index ${name}`)
  await admin.query(
    `create temp table tenant as select row_number() over () - 1 as n, t.*
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (client_id, agency_id, campaign_id)`,
    [
      tenants.map(({ clientId }) => clientId),
      tenants.map(({ agencyId }) => agencyId),
      tenants.map((t) => t.campaignId),
    ],
  )
  await admin.query('select setseed(0.5)')
  await admin.query(insertLeads, [tenants[0]!.rootId, tenants.length, firstShare, from, to, days, isEven])
  await admin.query('drop table tenant')
  for (const { definition } of indexes) await admin.query(definition)
  await admin.query('delete from lead_count')
  await admin.query(insertCounts)
  await admin.query('delete from lead_day')
  await admin.query(insertDays)
  await admin.query('vacuum analyze lead')
  await admin.query('vacuum analyze lead_count')
  await admin.query('checkpoint')
}

/** Ids contain a timestamp, like UUIDv7. The r-th power makes the first of the other tenants larger than the last. */
const insertLeads = `
  with made as materialized (
    select i, date_trunc('milliseconds', now() - $6 * interval '1 day' + random() * $6 * interval '1 day') as at,
           case when $7 then i % $2::int when random() < $3 then 0 else 1 + floor(($2 - 1) * power(random(), 1.6))::int end as n,
           (random() * 999)::int as first, (random() * 9999)::int as last
      from generate_series($4::int + 1, $5::int) as i)
  insert into lead (agency_id, id, root_id, client_id, campaign_id, visit_id, person_id, created_at, match_key, confidence,
    first_name, last_name, email, phone_e164, street, city, state, zip, page_url,
    wholesale_price_e4, retail_price_e4)
  select agency_id, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(i & 4095), 3, '0') ||
           '8' || substr(md5(i::text), 1, 15))::uuid,
         $1, client_id, campaign_id, gen_random_uuid(), i, at, 'md5', 0.98, 'First' || first, 'Last' || last,
         'first' || first || '.last' || last || '.' || i || '@example.com', '+1212555' || lpad((i % 10000)::text, 4, '0'),
         i % 9999 || ' Main St', 'Springfield', 'IL', '62701', 'https://www.shop.example/pricing', 5000, 15000
    from made join tenant using (n)`

const insertCounts = `
  insert into lead_count (agency_id, root_id, of_id, client_id, grain, start_at, leads, tests, wholesale_e4, retail_e4)
  select agency_id, root_id, of_id, owner, grain,
         case grain when 'ever' then 'epoch' else date_trunc(grain, created_at) end, count(*), 0, 5000 * count(*), 15000 * count(*)
    from lead, lateral (values ('ever'), ('month'), ('day'), ('hour')) grains (grain),
         lateral (values (lead.agency_id, null::uuid), (lead.client_id, lead.client_id), (lead.campaign_id, lead.client_id))
           owners (of_id, owner)
   group by agency_id, root_id, of_id, owner, grain, 6`

const insertDays = `
  insert into lead_day (agency_id, of_id, module, day, state, root_id, client_id, leads, retail_e4, wholesale_e4)
  select agency_id, of_id, 'local', (created_at at time zone 'America/New_York')::date, case when is_of_state then state else '' end,
         root_id, owner, count(*), 15000 * count(*), 5000 * count(*)
    from lead, lateral (values (lead.agency_id, null::uuid, false), (lead.agency_id, null, true), (lead.client_id, lead.client_id, false),
           (lead.client_id, lead.client_id, true), (lead.campaign_id, lead.client_id, false)) owners (of_id, owner, is_of_state)
   group by 1, 2, 4, 5, 6, 7`

export async function openAdmin(db: BenchDatabase): Promise<pg.Client> {
  const client = new pg.Client({ ...db.server.adminConfig, database: 'leadloom' })
  await client.connect()
  return client
}
