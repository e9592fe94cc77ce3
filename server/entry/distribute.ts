import pg from 'pg'
import { distributeDatabase } from '#server/cluster/distribute.ts'
import { createClock, dateOf } from '#server/platform/clock.ts'
import { configOrExit } from './config-or-exit.ts'

// npm run db:distribute -- [parts]: distributes the database over the cluster whose coordinator is in DATABASE_URL.

const defaultShards = 32

const { DATABASE_URL: connectionString } = configOrExit()
const shards = Number(process.argv[2] ?? defaultShards)
if (!connectionString || !Number.isInteger(shards) || shards < 1) {
  console.error('DATABASE_URL=postgres://superuser@coordinator/leadloom npm run db:distribute -- [shards, 32]')
  process.exit(1)
}
const client = new pg.Client({ connectionString })
try {
  await client.connect()
  const { tables, nodes } = await distributeDatabase(client, { shards, at: dateOf(createClock().now()) })
  for (const table of tables) console.log(`distributed ${table}`)
  console.log(tables.length === 0 ? 'Nothing to distribute.' : `${tables.length} tables are on ${nodes} nodes.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await client.end()
}
