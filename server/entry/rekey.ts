import './ensure-home.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { settleAddress } from '#server/platform/database/settle-address.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { readMasterKeys } from '#server/platform/master-key.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { rekey } from '#server/rekey/rekey.ts'
import { configOrExit } from './config-or-exit.ts'

// npm run rekey: seals everything again that another than the first key of MASTER_KEY sealed. The program may run meanwhile.

const say = (text: string): void => console.error(text)

async function run(): Promise<void> {
  const config = configOrExit()
  const ring = readMasterKeys(config)
  if (ring === null) throw new StartProblem('There is no master key: set MASTER_KEY.')
  const database = await openDatabase(config, say)
  try {
    const pools = createPools(await settleAddress(database.address), (error) => say(error.message))
    const secrets = createSecrets(...ring)
    const places = await rekey({ ...pools, secrets }, ({ place, resealed, unopened }) => {
      if (resealed + unopened > 0)
        console.log(`${place}: ${resealed} sealed again${unopened > 0 ? `, ${unopened} not opened` : ''}`)
    })
    await pools.close()
    const lostCount = places.reduce((sum, place) => sum + place.unopened, 0)
    if (lostCount === 0) return console.log(`Everything in the database is sealed with the key ${secrets.keyId}.`)
    say(`${lostCount} values were sealed with a key that is not in MASTER_KEY: add that key and run this again.`)
    process.exitCode = 1
  } finally {
    await database.stop()
  }
}

await run().catch((error: unknown) => {
  say(explainStart(error) ?? (error as Error).message)
  process.exitCode = 1
})
