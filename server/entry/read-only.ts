import './ensure-home.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/platform/database/open.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { settleAddress } from '#server/platform/database/settle-address.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { followEvery_ms } from '#server/platform/read-only-mode.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { configOrExit } from './config-or-exit.ts'

// npm run read-only -- on "why", or off: every process follows within seconds. Nothing is written meanwhile but sessions; hits are kept.

const say = (text: string): void => console.error(text)
/** Until every process has looked, which takes it a moment. */
const followed_ms = 2 * followEvery_ms

async function run(to: string | undefined, reason = ''): Promise<void> {
  if (to !== 'on' && to !== 'off') throw new StartProblem('Say what to do: npm run read-only -- on "why", or off.')
  if (reason.length > 200) throw new StartProblem('The reason has at most 200 characters.')
  const database = await openDatabase(configOrExit(), say)
  try {
    const { ownerPool, close } = createPools(await settleAddress(database.address), (error) => say(error.message))
    await (to === 'on'
      ? ownerPool.query(
          `insert into read_only_mode (since, reason) values (clock_timestamp(), $1)
           on conflict (only_one) do update set reason = excluded.reason`,
          [reason],
        )
      : ownerPool.query('delete from read_only_mode'))
    await sleep(followed_ms)
    const { rows } = await ownerPool.query<{ running: number }>(
      'select count(*)::int as running from graphile_worker._private_jobs where locked_at is not null',
    )
    await close()
    console.log(
      to === 'on'
        ? `Nothing new is written. ${rows[0]!.running} background jobs still end; npm run read-only -- off goes on.`
        : 'The program writes again, and stores the hits that it kept.',
    )
  } finally {
    await database.stop()
  }
}

await run(process.argv[2], process.argv[3]).catch((error: unknown) => {
  say(explainStart(error) ?? (error as Error).message)
  process.exitCode = 1
})
