import { describe, expect, test } from 'vitest'
import { inScope } from '#server/platform/database/scope.ts'
import { makeTree } from '#server/test/factories.ts'
import { openTestDatabase } from '#server/test/harness.ts'

// Checks row-level security in PostgreSQL's own catalog (SEC-15).

/** Tables with a tenant column but no tenant policies, each with its reason. */
const exceptions: Record<string, string> = {
  brand: 'Public by design: what a host shows before anybody signs in.',
  host: 'Public by design: which company answers at a host name.',
  pixel: 'Asked before any scope is known, by the public key on a customer’s page; holds nothing personal.',
  credential: 'Signing in happens before a scope is known; holds hashes.',
  view_session: 'Like a session, found by its token before a scope is known; holds hashes.',
  session: 'Signing in happens before a scope is known; holds hashes.',
  exclusion_rule: 'Every agency reads it; holds a number of days.',
  return_rule: 'The clients that it is for read it; holds numbers.',
  share_rule: 'The agencies that it is for read it; holds numbers.',
  root_exclusion: 'Every agency’s pipeline asks it, hash by hash; holds hashes.',
  activity_anchor: 'Stands for entries whose time was over; holds numbers, hashes and times.',
  activity_head: 'Whoever adds an entry goes on with its chain; holds ids and a hash.',
  ledger_book: 'Read by the job that proves every book; holds two ids.',
  delivery_stats_watermark: 'Every agency asks whether campaigns are judged for today; holds a date.',
  billing_day: 'Read by the job that closes periods, before any scope; holds ids and a date.',
  report_day_watermark: 'Every agency asks which days are added up; holds a date.',
  agency_signal_watermark: 'How far an agency was told of searches; holds no personal data.',
  resolve_watermark: 'Read to find agencies with work; holds no personal data.',
}

/** Functions that run with their owner's permissions: none is needed. */
const definerFunctions: string[] = []

const db = await openTestDatabase()

const column = async (text: string): Promise<string[]> => {
  const { rows } = await db.adminPool.query<{ name: string }>(text)
  return rows.map((row) => row.name)
}

const tenantTables = `
  select distinct c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attname in ('root_id', 'agency_id', 'client_id') and not a.attisdropped
  where c.relkind in ('r', 'p')`

/** Partitions have no grants: they are only accessible through their parent and its policies. */
const reachable = `
  has_table_privilege('leadloom_app', t.oid, 'select') or has_table_privilege('leadloom_app', t.oid, 'insert')
  or has_table_privilege('leadloom_app', t.oid, 'update') or has_table_privilege('leadloom_app', t.oid, 'delete')`

describe('every table with a tenant column', () => {
  test('is found', async () => {
    expect((await column(`select relname as name from (${tenantTables}) t`)).length).toBeGreaterThan(20)
  })

  test('has row-level security enabled and forced, or is on the list of exceptions with a reason', async () => {
    const open = await column(
      `select relname as name from (${tenantTables}) t
       where not (relrowsecurity and relforcerowsecurity) and (${reachable})`,
    )
    expect(open.toSorted()).toEqual(Object.keys(exceptions).toSorted())
  })

  test('has policies only for the application’s role, each the same equality check for reading and writing', async () => {
    // The setting is read for each row or, in a subquery, once a statement (decision 219).
    const settings = ['%s', '( SELECT %s AS "nullif")'].map((form) =>
      form.replace('%s', `(NULLIF(current_setting('app.?'::text, true), ''::text))::uuid`),
    )
    const { rows } = await db.adminPool.query<{ tablename: string; policyname: string; plain: boolean }>(
      `select tablename, policyname,
         roles = '{leadloom_app}' and permissive = 'PERMISSIVE' and cmd = 'ALL'
         and (select bool_and(form = any (
                select format('(%s = %s)', policyname, replace(setting, '?', policyname)) from unnest($1::text[]) setting))
                from unnest(array[qual, with_check]) form) as plain
       from pg_policies where schemaname = 'public'`,
      [settings],
    )
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.filter((row) => !row.plain)).toEqual([])
    expect(new Set(rows.map((row) => row.policyname))).toEqual(
      new Set(['root_id', 'agency_id', 'client_id', 'user_id']),
    )
  })

  test('has at least one policy if it has row-level security', async () => {
    const bare = await column(
      `select relname as name from (${tenantTables}) t where relrowsecurity and (${reachable})
         and not exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = t.relname)`,
    )
    expect(bare).toEqual([])
  })

  test('has the agency in every unique index, so that it can be distributed by agency', async () => {
    const without = await column(
      `select t.relname || ': ' || i.relname as name from (${tenantTables}) t
       join pg_index x on x.indrelid = t.oid and x.indisunique
       join pg_class i on i.oid = x.indexrelid
       join pg_attribute k on k.attrelid = t.oid and k.attname = 'agency_id' and k.attnum > 0
       join pg_attribute g on g.attrelid = t.oid and g.attname = 'client_id'
       where not k.attnum = any (x.indkey::int2[]) and k.attnotnull`,
    )
    // Looked up by its key alone, before the tenant is known.
    expect(without.toSorted()).toEqual(['pixel: pixel_pkey'])
  })
})

describe('the application’s role', () => {
  test('can neither bypass row-level security nor create roles, and is a member of nothing', async () => {
    const { rows } = await db.adminPool.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
         exists (select from pg_auth_members m where m.member = r.oid) as member
       from pg_roles r where rolname = 'leadloom_app'`,
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        member: false,
      },
    ])
  })

  test('owns nothing', async () => {
    const ownObjects = await column(
      `select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner and r.rolname = 'leadloom_app'
       union all select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner and r.rolname = 'leadloom_app'
       union all select n.nspname from pg_namespace n join pg_roles r on r.oid = n.nspowner and r.rolname = 'leadloom_app'`,
    )
    expect(ownObjects).toEqual([])
  })

  test('cannot truncate, reference, or put triggers on any table, which would bypass row-level security', async () => {
    const may = await column(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p')
         and has_table_privilege('leadloom_app', c.oid, 'truncate, references, trigger')`,
    )
    expect(may).toEqual([])
  })

  test('can neither change nor delete rows of append-only tables', async () => {
    const may = await column(
      `select c.relname as name from pg_class c
       where c.relname in ('ledger_transfer', 'hit', 'visit', 'delivery_attempt', 'activity', 'acceptance', 'document')
         and has_table_privilege('leadloom_app', c.oid, 'update, delete')`,
    )
    expect(may).toEqual([])
  })
})

test('no function runs with its owner’s rights, and no view bypasses the reader’s', async () => {
  const functions = await column(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and p.prosecdef`,
  )
  expect(functions).toEqual(definerFunctions)
  const views = await column(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('v', 'm')
       and not coalesce(c.reloptions::text ilike '%security_invoker=true%', false)`,
  )
  expect(views).toEqual([])
})

test('without a scope no tenant’s rows are visible, and in one tenant’s scope no rows of another root', async () => {
  const tree = await makeTree(db)
  const tables = await column(
    `select relname as name from (${tenantTables}) t
     where relrowsecurity and has_table_privilege('leadloom_app', t.oid, 'select')`,
  )
  let tablesWithRows = 0
  for (const table of tables) {
    const count = `select count(*)::int as count, count(*) filter (where root_id = $1)::int as theirs from ${table}`
    const all = await db.adminPool.query(count, [tree.other.rootId])
    const withoutScope = await db.appPool.query(count, [tree.other.rootId])
    const scope = { kind: 'root', rootId: tree.root.id } as const
    const inOwnScope = await inScope(db.appPool, scope, (tx) => tx.query(count, [tree.other.rootId]))
    expect([table, withoutScope.rows[0].count, inOwnScope.rows[0]!['theirs']]).toEqual([table, 0, 0])
    if (all.rows[0].theirs > 0 && inOwnScope.rows[0]!['count'] > 0) tablesWithRows++
  }
  // Tables that have rows in the tree: at least companies, people and counts.
  expect(tablesWithRows).toBeGreaterThanOrEqual(3)
})
