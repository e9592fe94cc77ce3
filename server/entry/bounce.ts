import './ensure-home.ts'
import { takeBounce } from '#server/areas/mails/bounces/take-bounce.ts'
import { createClock } from '#server/platform/clock.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { settleAddress } from '#server/platform/database/settle-address.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { readMasterKeys } from '#server/platform/master-key.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { configOrExit } from './config-or-exit.ts'

// npm run bounce -- ADDRESS: takes a mail that came back to ADDRESS from the standard input. A mail server starts it.

/** Reports are short; what follows is the mail that came back. */
const max_bytes = 1024 * 1024
/** Tells the mail server to try again later (sysexits.h). */
const tryLater = 75

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    // All is read, so that whoever writes can end.
    if (bytes < max_bytes) chunks.push(chunk)
    bytes += chunk.length
  }
  return Buffer.concat(chunks)
}

const say = (text: string): void => console.error(text)

async function run(returnAddress: string): Promise<void> {
  const config = configOrExit()
  const ring = readMasterKeys(config)
  if (ring === null) throw new StartProblem('There is no master key: set MASTER_KEY.')
  const raw = await readInput()
  const database = await openDatabase(config, () => {})
  try {
    const pools = createPools(await settleAddress(database.address), (error) => say(error.message))
    const platform = { ...pools, clock: createClock(), secrets: createSecrets(...ring) }
    console.log(await takeBounce(platform, returnAddress, raw))
    await pools.close()
  } finally {
    await database.stop()
  }
}

await run(process.argv[2] ?? '').catch((error: unknown) => {
  say(explainStart(error) ?? (error as Error).message)
  process.exitCode = tryLater
})
