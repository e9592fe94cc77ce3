import './ensure-home.ts'
import { distributeNewTables } from '#server/cluster/distribute-new-tables.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { settleAddress } from '#server/platform/database/settle-address.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { configOrExit } from './config-or-exit.ts'

const say = (text: string): void => console.error(text)

async function run(): Promise<void> {
  const database = await openDatabase(configOrExit(), say)
  try {
    const pools = createPools(await settleAddress(database.address), (error) => say(error.message))
    const migrations = await migrate(pools.ownerPool)
    await distributeNewTables(pools.ownerPool)
    await pools.close()
    console.log(
      migrations.length === 0 ? 'The database is up to date.' : migrations.map((name) => `applied ${name}`).join('\n'),
    )
  } finally {
    await database.stop()
  }
}

await run().catch((error: unknown) => {
  say(explainStart(error) ?? (error as Error).message)
  process.exitCode = 1
})
