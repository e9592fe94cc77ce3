import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/platform/database/migrate.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { fillTable, tablesNamedIn } from './migrations/fill-tables.ts'
import { printTable } from './support/figures.ts'

// How long each of the newest migrations keeps others from a table: every table that its file names is filled first, and
// probes read and lock it as calls do, while the file is applied. BENCH_ROWS is how many rows (5,000,000 for the figure that
// decides), BENCH_FROM the number of the first file that is measured.

const rows = Number(process.env['BENCH_ROWS'] ?? 100_000)
const files = readMigrations(migrationsFolder)
const first = Number(process.env['BENCH_FROM'] ?? files.at(-10)!.number)
const betweenProbes_ms = 10

interface Measured {
  name: string
  tables: string[]
  took_ms: number
  blocked_ms: number
  rewritten: string[]
  empty: string[]
}

await main()

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-bench-'))
  // Under root, PostgreSQL runs as another user who must be able to enter.
  chmodSync(dataDir, 0o755)
  const folder = join(dataDir, 'migrations')
  mkdirSync(folder)
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), diesWithProgram: true })
  const pools = createPools({ owner: server.ownerConfig, app: server.appConfig }, () => {})
  const admin = new pg.Client({ ...server.adminConfig, database: 'leadloom' })
  await admin.connect()
  try {
    const give = (name: string): void => copyFileSync(join(migrationsFolder, name), join(folder, name))
    for (const { number, name } of files) if (number < first) give(name)
    await migrate(pools.ownerPool, folder)
    const all: Measured[] = []
    for (const { number, name, text } of files) {
      if (number < first) continue
      const tables = await tablesNamedIn(admin, text)
      const empty: string[] = []
      for (const table of tables) if (!(await fillTable(admin, table, rows))) empty.push(table)
      give(name)
      all.push({
        name,
        tables,
        empty,
        ...(await measure(server.ownerConfig, admin, tables, () => migrate(pools.ownerPool, folder))),
      })
    }
    report(all)
  } finally {
    await admin.end()
    await pools.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(
  config: pg.ClientConfig,
  admin: pg.Client,
  tables: readonly string[],
  apply: () => Promise<unknown>,
): Promise<Pick<Measured, 'took_ms' | 'blocked_ms' | 'rewritten'>> {
  const before = await filesOf(admin, tables)
  let isOver = false
  const probes = tables.map((table) => probe(config, table, () => isOver))
  await sleep(5 * betweenProbes_ms)
  const start = performance.now()
  await apply()
  const took_ms = performance.now() - start
  isOver = true
  const waits = await Promise.all(probes)
  const after = await filesOf(admin, tables)
  return {
    took_ms,
    blocked_ms: Math.max(0, ...waits),
    rewritten: tables.filter((table) => after.get(table) !== before.get(table)),
  }
}

/** The longest that a reader or a writer of a table waited. */
async function probe(config: pg.ClientConfig, table: string, isOver: () => boolean): Promise<number> {
  const client = new pg.Client(config)
  await client.connect()
  let longest_ms = 0
  while (!isOver()) {
    const start = performance.now()
    // A table that the file drops or renames is gone for its callers, too.
    await client.query(`begin; lock table ${table} in row exclusive mode; commit`).catch(() => client.query('rollback'))
    longest_ms = Math.max(longest_ms, performance.now() - start)
    await sleep(betweenProbes_ms)
  }
  await client.end()
  return longest_ms
}

async function filesOf(admin: pg.Client, tables: readonly string[]): Promise<Map<string, number>> {
  const { rows: tableFiles } = await admin.query<{ name: string; file: number }>(
    `select relname as name, relfilenode::int as file from pg_class where relname = any ($1) and relnamespace = 'public'::regnamespace`,
    [tables],
  )
  return new Map(tableFiles.map(({ name, file }) => [name, file]))
}

function report(all: readonly Measured[]): void {
  printTable(
    [
      `${rows.toLocaleString('en-US')} rows in each table`,
      'took, ms',
      'others waited, ms',
      'rewritten',
      'could not be filled',
    ],
    all.map(({ name, took_ms, blocked_ms, rewritten, empty }) => [
      name,
      Math.round(took_ms),
      Math.round(blocked_ms),
      rewritten.join(' ') || '-',
      empty.join(' ') || '-',
    ]),
  )
  console.log(
    JSON.stringify({
      bench: 'migrations',
      blocked_ms: Math.round(Math.max(...all.map(({ blocked_ms }) => blocked_ms))),
    }),
  )
}
