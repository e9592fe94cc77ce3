import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLockFile } from '#server/platform/database/embedded/postmaster.ts'
import { withDatabaseAccess } from '#server/test/kill-stage.ts'
import { startProgram } from '../e2e/support/program.ts'
import { cpuOf_ms, cpuOfFamily_ms } from './support/cpu.ts'
import { printTable } from './support/figures.ts'

// What the program with its demo world takes when nobody uses it: transactions of its database, and processor of Node and
// of PostgreSQL, from five minutes after its past is made. Run it alone.

const after_ms = 1_000 * Number(process.env['BENCH_SECONDS'] ?? 300)
const measured_ms = 120_000

await main()

async function main(): Promise<void> {
  const program = await startProgram()
  try {
    const postmaster = readLockFile(join(program.dataDir, 'postgres', 'cluster'))!.pid
    const readTransactions = async (): Promise<Taken> => ({
      transactions: await withDatabaseAccess(program.dataDir, async ({ adminPool }) => {
        const { rows } = await adminPool.query<{ count: number }>(
          `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = 'leadloom'`,
        )
        return rows[0]!.count
      }),
      node_ms: cpuOf_ms(program.child.pid!),
      database_ms: cpuOfFamily_ms(postmaster),
    })
    const first = await measure(readTransactions, 60_000)
    await sleep(after_ms - 60_000)
    report(first, await measure(readTransactions, measured_ms))
  } finally {
    await program.stop()
  }
}

interface Taken {
  transactions: number
  node_ms: number
  database_ms: number
}

/** What is taken in a second: transactions, and percent of a core. */
async function measure(read: () => Promise<Taken>, during_ms: number): Promise<Taken> {
  const before = await read()
  await sleep(during_ms)
  const after = await read()
  const part = (name: keyof Taken): number => (after[name] - before[name]) / during_ms
  return {
    transactions: part('transactions') * 1_000,
    node_ms: part('node_ms') * 100,
    database_ms: part('database_ms') * 100,
  }
}

function report(first: Taken, idle: Taken): void {
  const round = (value: number): number => Number(value.toFixed(2))
  const row = (title: string, { transactions, node_ms, database_ms }: Taken): (string | number)[] => [
    title,
    round(transactions),
    round(node_ms),
    round(database_ms),
  ]
  printTable(
    ['nobody uses the demo', 'transactions a second', 'Node, % of a core', 'PostgreSQL, % of a core'],
    [row('first minute after its past is made', first), row(`after ${after_ms / 1_000} s`, idle)],
  )
  console.log(
    JSON.stringify({
      bench: 'idle',
      transactions: round(idle.transactions),
      percent: round(idle.node_ms + idle.database_ms),
      first_percent: round(first.node_ms + first.database_ms),
    }),
  )
}
