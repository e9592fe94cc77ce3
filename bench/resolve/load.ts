import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { modulesWithPixel, type Module } from '#contract/campaigns/modules.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { newId } from '#server/platform/ids.ts'
import { setUpDatabase } from '#server/set-up-database.ts'
import { makeCompaniesOfCampaigns } from '#server/test/companies-of-campaigns.ts'

/** Noon of an ordinary day. */
export const now_ms = Date.UTC(2026, 0, 14, 12)

export interface Sizes {
  persons: number
  /** The module of each agency's campaigns. */
  modules: readonly Module[]
  hitsOfAgency: number
}

/** The email address of the n-th person. Two of five hits carry the hash of one. */
const emailOf = (n: string): string => `'p' || ${n} || '@example.com'`

/** The person of the n-th hit of all agencies. */
export const personOf = (n: string, persons: string): string => `${n} * 7919::bigint % ${persons}::int + 1`

const identityTables = ['person', 'person_key', 'trait', 'opt_out'] as const

/**
 * Migrates an empty database around the people's tables, which are loaded once and kept across runs as long as their
 * definitions do not change.
 */
export async function prepareDatabase(ownerPool: Pool, adminPool: Pool, persons: number): Promise<void> {
  const form = readFileSync(join(migrationsFolder, '0017-identity.sql'), 'utf8')
  const state = createHash('sha256').update(`${form} ${persons}`).digest('hex')
  await adminPool.query('create schema if not exists kept; create table if not exists kept.state (state text)')
  const { rows } = await adminPool.query<{ state: string }>('select state from kept.state')
  const areStored = rows[0]?.state === state
  const move = (from: string, to: string): string =>
    identityTables.map((table) => `alter table if exists ${from}.${table} set schema ${to};`).join('\n')
  if (areStored) await adminPool.query(move('public', 'kept'))
  await adminPool.query(`drop schema public cascade; create schema public authorization leadloom_owner`)
  await setUpDatabase(ownerPool)
  if (areStored) {
    await adminPool.query(`drop table ${identityTables.join()}; ${move('kept', 'public')}; truncate trait`)
    return
  }
  await adminPool.query('truncate kept.state')
  await loadPersons(adminPool, persons)
  await adminPool.query('insert into kept.state values ($1)', [state])
}

/** People with three keys each. Loads tables before creating indexes, which is several times faster. */
async function loadPersons(adminPool: Pool, persons: number): Promise<void> {
  console.log(`loading ${persons} people with three keys each (once)`)
  const began = performance.now()
  await adminPool.query(`
    set synchronous_commit = off;
    create extension if not exists pgcrypto with schema kept;
    insert into person (id, external_id, first_name, last_name, email, phone_e164, street, city, state, zip, source, updated_at)
    select n, 'p' || n, 'First' || n % 5000, 'Last' || n % 20000, ${emailOf('n')}, '+1555' || lpad((n % 10000000)::text, 7, '0'),
           n % 9999 || ' Main Street', 'City' || n % 20000, (array['CA', 'TX', 'NY', 'IL', 'FL'])[1 + n % 5],
           lpad((n % 99999)::text, 5, '0'), 'bench', '2025-01-01'
      from generate_series(1, ${persons}) n;
    alter table person_key drop constraint person_key_pkey;
    alter table person_key drop constraint person_key_person_id_fkey;
    drop index person_key_of_person;
    insert into person_key
    select key.hash, n from generate_series(1, ${persons}) n
     cross join lateral (values (decode(md5(${emailOf('n')}), 'hex')), (kept.digest(${emailOf('n')}, 'sha1')),
       (sha256((${emailOf('n')})::bytea))) as key (hash);
    alter table person_key add primary key (hash);
    create index person_key_of_person on person_key (person_id);
    alter table person_key add foreign key (person_id) references person (id) on delete cascade;
    insert into opt_out select sha256(('out' || n)::bytea), 'bench', '2025-01-01' from generate_series(1, 100000) n;
    reset synchronous_commit;`)
  for (const table of identityTables) await adminPool.query(`vacuum (analyze, freeze) ${table}`)
  console.log(`loaded in ${Math.round((performance.now() - began) / 1000)} s`)
}

/** Agencies, each with 5 clients of 2 campaigns, exclusion lists, destinations and hits. */
export async function loadTenants(ownerPool: Pool, adminPool: Pool, sizes: Sizes): Promise<string[]> {
  for (const table of ['hit', 'visit']) {
    await ensureDayPartitions(ownerPool, table, now_ms, { daysBack: 30, daysAhead: 2 })
  }
  const rootId = newId(now_ms)
  await adminPool.query(
    `insert into root_exclusion select $1, sha256(('root' || n)::bytea), '2025-01-01' from generate_series(1, 100000) n`,
    [rootId],
  )
  const agencyIds: string[] = []
  for (const [number, module] of sizes.modules.entries()) {
    agencyIds.push(await loadAgency(adminPool, rootId, { number, module }, sizes))
  }
  await adminPool.query('vacuum analyze')
  await makeCompaniesOfCampaigns(adminPool)
  return agencyIds
}

interface Agency {
  number: number
  module: Module
}

async function loadAgency(adminPool: Pool, rootId: string, agency: Agency, sizes: Sizes): Promise<string> {
  const agencyId = newId(now_ms)
  await adminPool.query('insert into resolve_watermark (agency_id, root_id) values ($1, $2)', [agencyId, rootId])
  await adminPool.query(
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, time_zone, start_date,
            national_targeting, states, limit_leads, limit_period, require_phone, require_address, reidentification,
            reidentification_across_client, retail_price_e4, wholesale_price_e4, created_at, updated_at)
     select $1, gen_random_uuid(), $2, client.id, $4, 'Campaign ' || n, 'active', substr(md5(random()::text), 1, 16),
            'America/Chicago', '2026-01-01', n = 1, array['CA', 'TX', 'NY', 'IL', 'FL'],
            1000000, 'day', true, true, '3 months', n = 1, 12500, 5000, $3, $3
       from (select gen_random_uuid() as id from generate_series(1, 5)) client, generate_series(1, 2) n`,
    [agencyId, rootId, new Date(now_ms), agency.module],
  )
  // Turn off lead holds, because this benchmark measures many leads at once.
  await adminPool.query(
    `insert into lead_hold (agency_id, campaign_id, root_id, client_id, held_at, leads, released_at)
     select agency_id, id, root_id, client_id, created_at, 0, 'infinity' from campaign where agency_id = $1`,
    [agencyId],
  )
  await adminPool.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, recipients, created_at)
     select agency_id, gen_random_uuid(), root_id, client_id, id, 'email', '{leads@example.com}', created_at
       from campaign where agency_id = $1`,
    [agencyId],
  )
  await adminPool.query(
    `insert into exclusion (agency_id, root_id, level, hash, created_at)
     select $1, $2, 'agency', sha256(('excluded' || n)::bytea), $3 from generate_series(1, 10000) n`,
    [agencyId, rootId, new Date(now_ms)],
  )
  await loadHits(adminPool, agencyId, agency, sizes)
  return agencyId
}

/**
 * Hits over some minutes, a millisecond apart, with 200 per transaction as in a group commit. Two of five visits carry the
 * hash of a person; every search is one of a person.
 */
async function loadHits(adminPool: Pool, agencyId: string, { number, module }: Agency, sizes: Sizes): Promise<void> {
  await adminPool.query(
    `with camp as (
       select root_id, client_id, id, row_number() over (order by id) - 1 as number from campaign where agency_id = $1
     ), wanted as (
       select n, $2::int * $3::int + n as global, lpad(to_hex($4::bigint + n), 12, '0') as time, md5(n || $1::text) as digits
         from generate_series(1, $3::int) n
     )
     insert into hit (agency_id, id, root_id, client_id, campaign_id, received_at, tx, kind, page_url, page_host, title,
            referrer_host, visitor_id, session_id, hashes, person_id, search)
     select $1::uuid, (time || '7' || substr(digits, 1, 3) || '8' || substr(digits, 4, 15))::uuid,
            camp.root_id, camp.client_id, camp.id, to_timestamp(($4::bigint + n) / 1000.0), 100 + n / 200, 'view',
            'https://plumbright.test/pricing/' || n % 50, 'plumbright.test', 'Prices of pipes and fittings', 'www.google.com',
            gen_random_uuid(), gen_random_uuid(),
            case when $6 then array[sha256((case when n % 5 < 2 then 'p' else 'q' end || (${personOf('global', '$5')}) || '@example.com')::bytea)] end,
            case when not $6 then ${personOf('global', '$5')} end, case when not $6 then $7::jsonb end
       from wanted join camp on camp.number = n / 7 % 10`,
    [
      agencyId,
      number,
      sizes.hitsOfAgency,
      now_ms,
      sizes.persons,
      modulesWithPixel.includes(module),
      JSON.stringify({ phrases: ['water heater repair'], count: 2, score: 1.5, excluded_by: null }),
    ],
  )
}
