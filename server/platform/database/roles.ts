import pg from 'pg'

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

/**
 * Makes sure that the application's role exists and that the connected owner can act as it. On an external server the
 * owner needs CREATEROLE for that, unless an administrator has created the role.
 */
export async function ensureAppRole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ can_be: boolean; bypasses: boolean }>(
    `select pg_has_role(current_user, oid, 'member') as can_be, rolsuper or rolbypassrls as bypasses
       from pg_roles where rolname = 'leadloom_app'`,
  )
  if (rows[0]?.bypasses)
    throw new Error('The role leadloom_app must neither be superuser nor bypass row-level security')
  if (rows[0]?.can_be) return
  const create = rows[0] ? '' : 'create role leadloom_app nologin nobypassrls;'
  // One message is one transaction: a role that was created but not granted would look complete to the next start.
  await make(client, `${create} grant leadloom_app to current_user`)
}

async function make(client: pg.ClientBase, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    if (!alreadyThere.has((error as pg.DatabaseError).code ?? '')) throw error
  }
}
