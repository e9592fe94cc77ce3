import '#server/platform/ensure-home.ts'
import { distributeNewTables } from '#server/cluster/distribute-new-tables.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { configOrExit } from './config-or-exit.ts'

const say = (text: string): void => console.error(text)

const database = await openDatabase(configOrExit(), say)
const pools = createPools(database.address, (error) => say(error.message))
try {
  const applied = await migrate(pools.ownerPool)
  await distributeNewTables(pools.ownerPool)
  console.log(
    applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `applied ${name}`).join('\n'),
  )
} catch (error) {
  say((error as Error).message)
  process.exitCode = 1
} finally {
  await pools.close()
  await database.stop()
}
