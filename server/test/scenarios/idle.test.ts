import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { withDatabaseAccess } from '../kill-stage.ts'
import { startProgramProcess } from '../program-process.ts'
import { makeTestFolder } from '../test-folder.ts'

const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Whole minutes, because jobs on a schedule run at their beginning. */
const during_ms = 60_000
/** The start's own work goes on for minutes, as does PostgreSQL's first analysis of all tables: one of these is ordinary. */
const minutesAfterStart = 5

const countTransactions = (): Promise<number> =>
  withDatabaseAccess(folder, async ({ adminPool }) => {
    const { rows } = await adminPool.query<{ count: number }>(
      `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = 'leadloom'`,
    )
    return rows[0]!.count
  })

const maxIn = (duration_ms: number): number => (2 * duration_ms) / 1_000

async function countDuring(duration_ms: number): Promise<number> {
  const before = await countTransactions()
  await sleep(duration_ms)
  return (await countTransactions()) - before
}

/** A third of all jobs are due each minute or two; the others begin together, at every fifth minute. */
async function avoidFifthMinute(): Promise<void> {
  const nextMinute = Math.floor(Date.now() / during_ms) + 1
  if (nextMinute % 5 === 0) await sleep(during_ms)
}

test('a program that nobody uses makes at most two transactions a second', { timeout: 600_000 }, async () => {
  const program = await startProgramProcess(await freePort(), folder, {})
  await program.ready()
  let count = Infinity
  for (let minute = 1; minute <= minutesAfterStart && count > maxIn(during_ms); minute++) {
    await avoidFifthMinute()
    count = await countDuring(during_ms)
  }
  await program.stop()
  expect(count).toBeLessThanOrEqual(maxIn(during_ms))
})
