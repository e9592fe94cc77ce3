import pg from 'pg'
import { distributeDatabase } from '../../cluster/distribute.ts'
import { createPools, type DatabaseAddress } from '../../platform/database/pool.ts'
import { setUpDatabase } from '../../set-up-database.ts'
import type { Node, Nodes } from './start-nodes.ts'

const testShards = 8

/** Tests use the id function of the embedded server's version, which may be newer than the cluster's. */
const newerFunction = `create or replace function uuidv7() returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid $$`

/** Runs statements on one node as its superuser. */
export async function ask(nodes: Nodes, node: Node, database: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client(nodes.admin(node, database))
  client.on('error', () => {})
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

/** Creates the program's roles, which a coordinator propagates to workers when they join. */
export const makeRoles = (nodes: Nodes): Promise<void> =>
  ask(nodes, nodes.all[0]!, 'postgres', [
    'create role leadloom_owner login',
    'create role leadloom_app login nobypassrls role leadloom_owner',
  ])

/** Creates a database of the same name on every node, linked to each other, without tables. */
export async function makeEmptyDatabase(nodes: Nodes, name: string): Promise<DatabaseAddress> {
  const [coordinator, ...workers] = nodes.all
  for (const node of nodes.all) {
    await ask(nodes, node, 'postgres', [`create database ${name}`])
    await ask(nodes, node, name, ['create extension citus'])
  }
  await ask(nodes, coordinator!, 'postgres', [`alter database ${name} owner to leadloom_owner`])
  await ask(nodes, coordinator!, name, [
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator!.port})`,
    ...workers.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`),
  ])
  // Roles were propagated to the node. Its tables must have the same owner there.
  for (const node of workers) await ask(nodes, node, 'postgres', [`alter database ${name} owner to leadloom_owner`])
  await ask(nodes, coordinator!, name, [newerFunction])
  const config = (user: string): pg.ClientConfig => ({ ...nodes.admin(coordinator!, name), user })
  return { owner: config('leadloom_owner'), app: config('leadloom_app') }
}

/** The same with the program's tables, distributed over the workers. */
export async function makeDatabase(nodes: Nodes, name: string): Promise<DatabaseAddress> {
  const address = await makeEmptyDatabase(nodes, name)
  const pools = createPools(address, () => {})
  await setUpDatabase(pools.ownerPool)
  await pools.close()
  const admin = new pg.Client(nodes.admin(nodes.all[0]!, name))
  await admin.connect()
  try {
    await distributeDatabase(admin, { shards: testShards, at: new Date(), mayLose: true })
  } finally {
    await admin.end()
  }
  return address
}
