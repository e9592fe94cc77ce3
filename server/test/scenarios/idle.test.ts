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
const settlesWithin_ms = 20_000

const countTransactions = (): Promise<number> =>
  withDatabaseAccess(folder, async ({ adminPool }) => {
    const { rows } = await adminPool.query<{ count: number }>(
      `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = 'leadloom'`,
    )
    return rows[0]!.count
  })

test('a program that nobody uses makes at most two transactions a second', async () => {
  const program = await startProgramProcess(await freePort(), folder, {})
  await program.ready()
  await sleep(settlesWithin_ms)
  const before = await countTransactions()
  await sleep(during_ms)
  const after = await countTransactions()
  await program.stop()
  expect(after - before).toBeLessThanOrEqual((2 * during_ms) / 1_000)
})
