import type pg from 'pg'
import { countUnresolved, numberHitsByNode, advanceWatermarks } from './number-hits.ts'
import { ledgerTriggers, readTables } from './read-catalog.ts'
import { distributeTables } from './distribute-tables.ts'

export interface Distributed {
  /** Tables that this run distributed. */
  tables: string[]
  nodes: number
  shards: number
}

interface Options {
  shards: number
  at: Date
  /** For tests: allows nodes that may lose acknowledged commits. */
  mayLose?: boolean
}

const lock = 7_426_003

/**
 * Distributes the database over its cluster (docs/runbooks/cluster.md). Safe to repeat: distributed tables stay as they
 * are. Checks before any change, and throws with all problems. For a superuser, while no program runs.
 */
export async function distributeDatabase(
  client: pg.ClientBase,
  { shards, at, mayLose = false }: Options,
): Promise<Distributed> {
  await client.query('select pg_advisory_lock($1)', [lock])
  const problems = await findProblems(client, mayLose)
  if (problems.length > 0) throw new Error(`The database cannot be distributed:\n- ${problems.join('\n- ')}`)
  await prepareNodes(client)
  await removeTriggers(client)
  const tables = await distributeTables(client, shards)
  await replaceLedgerTriggers(client)
  await numberHitsByNode(client)
  await advanceWatermarks(client)
  await client.query(
    `insert into distribution (shards, distributed_at) values ($1, $2) on conflict (only_row) do nothing`,
    [shards, at],
  )
  const { rows } = await client.query<{ nodes: number }>(
    'select count(*)::integer as nodes from pg_dist_node where shouldhaveshards and isactive',
  )
  return { tables, nodes: rows[0]!.nodes, shards }
}

const oldestCitus = 13

async function findProblems(client: pg.ClientBase, mayLose: boolean): Promise<string[]> {
  const { rows } = await client.query<{
    is_superuser: boolean
    citus: string | null
    migrated: boolean
    others: number
  }>(
    `select rolsuper as is_superuser, (select extversion from pg_extension where extname = 'citus') as citus,
            to_regclass('distribution') is not null as migrated,
            (select count(*)::integer from pg_stat_activity
              where datname = current_database() and application_name = 'leadloom' and pid <> pg_backend_pid()) as others
       from pg_roles where rolname = current_user`,
  )
  const { is_superuser, citus, migrated, others } = rows[0]!
  const problems: string[] = []
  if (!is_superuser) problems.push('DATABASE_URL must connect as a superuser')
  const waiting = migrated && is_superuser ? await countUnresolved(client) : 0
  if (waiting > 0) problems.push(`${waiting} hits are not resolved yet: let the program run until they are`)
  if (!migrated) problems.push('the tables are missing or older than this program: start it once')
  if (others > 0) problems.push(`the program is running (${others} connections): stop it first`)
  if (!citus) return [...problems, 'this database has no Citus: run CREATE EXTENSION citus on each node']
  if (Number.parseInt(citus) < oldestCitus) problems.push(`Citus ${citus} is too old: use ${oldestCitus} or newer`)
  return [...problems, ...(await findNodeProblems(client, mayLose))]
}

const durable = ['fsync', 'full_page_writes', 'synchronous_commit']

/** No worker, an unavailable one, or one that may lose acknowledged commits: a commit would then be partly lost. */
async function findNodeProblems(client: pg.ClientBase, mayLose: boolean): Promise<string[]> {
  const nodes = await client.query<{ name: string; isactive: boolean; is_worker: boolean }>(
    `select nodename || ':' || nodeport as name, isactive, groupid <> 0 as is_worker from pg_dist_node where noderole = 'primary'`,
  )
  const problems = nodes.rows.filter((node) => !node.isactive).map(({ name }) => `${name} is not active`)
  if (!nodes.rows.some((node) => node.is_worker)) problems.push('no worker is known: SELECT citus_add_node(host, port)')
  for (const setting of ['max_prepared_transactions', ...(mayLose ? [] : durable)]) {
    const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
      `select nodename || ':' || nodeport as node, success, result
         from run_command_on_all_nodes($1) join pg_dist_node using (nodeid)`,
      [`show ${setting}`],
    )
    for (const { node, success, result } of rows) {
      if (!success) problems.push(`${node} does not respond: ${result}`)
      else if (result === 'off' || result === '0') problems.push(`${setting} is ${result} on ${node}`)
    }
  }
  return [...new Set(problems)]
}

/** The program accesses its rows on each node as its own role. */
async function prepareNodes(client: pg.ClientBase): Promise<void> {
  await client.query('alter role leadloom_app login')
  for (const name of ['name_words(text)', 'name_starts(text)', 'first_payment_term(text[])'])
    await client.query('select create_distributed_function($1)', [name])
}

/** A table with triggers cannot be distributed. */
async function removeTriggers(client: pg.ClientBase): Promise<void> {
  const moving = (await readTables(client)).filter((table) => table.is !== table.should).map(({ name }) => name)
  const { rows } = await client.query<{ text: string }>(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as text from pg_trigger
      where tgname = any ($1) and tgrelid::regclass::text = any ($2)`,
    [ledgerTriggers, moving],
  )
  for (const { text } of rows) await client.query(text)
}

/**
 * Replaces the ledger's triggers on each node: transfers are append-only, and reference accounts of their own book. The
 * first stays a trigger, which reads no other row; the second becomes two foreign keys.
 */
async function replaceLedgerTriggers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ keys: number; triggers: number }>(
    `select (select count(*)::integer from pg_constraint where conrelid = 'ledger_transfer'::regclass and contype = 'f') as keys,
            (select count(*)::integer from pg_trigger where tgname = any ($1)) as triggers`,
    [ledgerTriggers],
  )
  if (rows[0]!.keys === 0)
    for (const side of ['debit', 'credit'])
      await client.query(
        `alter table ledger_transfer add foreign key (agency_id, ${side}_account_id) references ledger_account (agency_id, id)`,
      )
  if (rows[0]!.triggers > 0) return
  await client.query('select create_distributed_function($1)', ['refuse_change()'])
  await client.query('set citus.enable_unsafe_triggers = on')
  // A trigger that also fires on truncate is created on the coordinator only.
  for (const [name, event, table] of [
    ['ledger_transfer_is_append_only', 'update or delete', 'ledger_transfer'],
    ['ledger_transfer_is_not_emptied', 'truncate', 'ledger_transfer'],
    ['ledger_account_stays', 'delete', 'ledger_account'],
    ['ledger_account_is_not_emptied', 'truncate', 'ledger_account'],
  ])
    await client.query(
      `create trigger ${name} before ${event} on ${table} for each statement execute function refuse_change()`,
    )
  await client.query('reset citus.enable_unsafe_triggers')
}
