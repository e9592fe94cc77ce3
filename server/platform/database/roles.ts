import pg from 'pg'
import { StartProblem } from '../start-problem.ts'

/** Already exists: another program created it at the same moment. */
const alreadyThere = new Set(['42710', '42P04', '23505'])

/** Creates the embedded server's roles and database if missing. */
export async function prepareRoles(adminConfig: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(adminConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname like 'leadloom%'
       union all select datname || '/' from pg_database where datname = 'leadloom'`,
    )
    const there = new Set(rows.map((row) => row.name))
    if (!there.has('leadloom_owner')) await make(client, 'create role leadloom_owner login')
    if (!there.has('leadloom_app')) await make(client, 'create role leadloom_app login nobypassrls role leadloom_owner')
    if (!there.has('leadloom/')) await make(client, 'create database leadloom owner leadloom_owner')
  } finally {
    await client.end()
  }
}

interface AppRole {
  can_be: boolean
  bypasses: boolean
  there: boolean
  owner: string
}

/**
 * Makes sure that the application's role exists and that the connected owner can act as it. On an external server the
 * owner needs CREATEROLE for that; one without it, as at most providers, is told what an administrator has to run. Throws
 * `StartProblem`.
 */
export async function ensureAppRole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<AppRole>(
    `select coalesce(pg_has_role(current_user, oid, 'member'), false) as can_be, oid is not null as there,
       coalesce(rolsuper or rolbypassrls, false) as bypasses, quote_ident(current_user) as owner
       from (select) as one left join pg_roles on rolname = 'leadloom_app'`,
  )
  const { can_be, bypasses, there, owner } = rows[0]!
  if (bypasses)
    throw new StartProblem(
      'The role leadloom_app would see every tenant: an administrator has to run «alter role leadloom_app nosuperuser nobypassrls».',
    )
  if (can_be) return
  const create = there ? '' : 'create role leadloom_app nologin nobypassrls;'
  try {
    // One message is one transaction: a role that was created but not granted would look complete to the next start.
    await make(client, `${create} grant leadloom_app to current_user`)
  } catch (error) {
    if ((error as pg.DatabaseError).code !== insufficientPrivilege) throw error
    const statement = there ? `grant leadloom_app to ${owner}` : `create role leadloom_app nologin role ${owner}`
    throw new StartProblem(
      `The database’s owner ${owner} may not ${there ? 'act as leadloom_app' : 'create the role leadloom_app'}: an administrator has to run «${statement}» once.`,
      { cause: error },
    )
  }
}

const insufficientPrivilege = '42501'

/**
 * A dump that was restored before the role existed has none of its grants and policies, and no migration creates them again.
 * Throws `StartProblem`.
 */
export async function assertGranted(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ without: number }>(
    `select count(*)::int as without from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity and relforcerowsecurity
        and not relispartition and not exists (select from pg_policy where polrelid = pg_class.oid)`,
  )
  if (rows[0]!.without === 0) return
  throw new StartProblem(
    `${rows[0]!.without} tables of this database lack their policies: a dump was restored before the role leadloom_app existed. Create the role, then restore the dump into an empty database (docs/runbooks/restored-from-a-dump.md).`,
  )
}

async function make(client: pg.ClientBase, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    if (!alreadyThere.has((error as pg.DatabaseError).code ?? '')) throw error
  }
}
