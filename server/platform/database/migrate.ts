import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { projectRoot } from '../project-root.ts'
import { StartProblem } from '../start-problem.ts'
import { ensureAppRole } from './roles.ts'
import { splitStatements } from './split-statements.ts'

const migrationLock = 7_426_002
const filePattern = /^(\d{4})-([a-z0-9-]+)\.sql$/

interface MigrationFile {
  number: number
  name: string
  text: string
  checksum: string
}

interface AppliedFile {
  number: number
  name: string
  checksum: string
}

/** The folder of migrations; the built bundle reads the same files. */
export const migrationsFolder = join(projectRoot, 'server/migrations')

/**
 * Applies the folder's files to the database, each once and in its own transaction.
 * Several processes may call it at the same moment; a killed one leaves whole files only. Returns the names of the files
 * it applied. Refuses, changing nothing, when a file that was applied has changed or the database knows files that this
 * code does not have.
 *
 * A file whose first line is `-- no-transaction` runs outside of a transaction: for CREATE INDEX CONCURRENTLY and the
 * like. Killed halfway, it runs again from its first statement, so every statement must be repeatable.
 */
export async function migrate(ownerPool: Pool, folder = migrationsFolder): Promise<string[]> {
  const files = readMigrations(folder)
  const client = await ownerPool.connect()
  try {
    await lock(client)
    await client.query(
      `create table if not exists schema_migration (
         number integer primary key, name text not null, checksum text not null,
         applied_at timestamptz not null default clock_timestamp())`,
    )
    await ensureAppRole(client)
    const { rows } = await client.query<AppliedFile>(
      'select number, name, checksum from schema_migration order by number',
    )
    const pending = pendingFiles(files, rows)
    for (const file of pending) await apply(client, file)
    return pending.map((file) => file.name)
  } finally {
    // Ending the session releases the lock, whatever state a failed file left.
    client.release(true)
  }
}

/** Polls: a session that waits inside the lock call would block CREATE INDEX CONCURRENTLY forever. */
async function lock(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [migrationLock])
    if (rows[0]?.got) return
    await sleep(50)
  }
}

let ownFiles: readonly string[] | undefined

/** This program's migrations, as they were when it started: a newer version may be unpacked over a running one. */
export const listMigrations = (): readonly string[] =>
  (ownFiles ??= readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')))

/** The files of a folder, in the order they are applied. */
export function readMigrations(folder: string): MigrationFile[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const match = filePattern.exec(name)
      if (!match) throw new Error(`${name} is not named like 0001-what-it-does.sql`)
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { number: Number(match[1]), name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
  const double = files.find((file, at) => files[at + 1]?.number === file.number)
  if (double) throw new Error(`Two migrations have the same number as ${double.name}`)
  return files
}

function pendingFiles(files: MigrationFile[], migrations: AppliedFile[]): MigrationFile[] {
  const byNumber = new Map(files.map((file) => [file.number, file]))
  for (const { number, name, checksum } of migrations) {
    const file = byNumber.get(number)
    if (!file)
      throw new StartProblem(
        `The database is newer than this program: it has ${name}, which is not in this version. Start the newer version.`,
      )
    if (file.checksum !== checksum) {
      throw new Error(`${file.name} was changed after it was applied here (as ${name}): write a new migration instead`)
    }
  }
  const last = migrations.at(-1)?.number ?? 0
  const numbers = new Set(migrations.map((file) => file.number))
  const pending = files.filter((file) => !numbers.has(file.number))
  const outOfOrder = pending.find((file) => file.number < last)
  if (outOfOrder)
    throw new Error(`${outOfOrder.name} precedes migrations that are already applied: give it a higher number`)
  return pending
}

async function apply(client: PoolClient, file: MigrationFile): Promise<void> {
  const record = 'insert into schema_migration (number, name, checksum) values ($1, $2, $3)'
  const values = [file.number, file.name, file.checksum]
  try {
    if (file.text.startsWith('-- no-transaction\n')) {
      for (const statement of splitStatements(file.text)) await client.query(statement)
      await client.query(record, values)
      return
    }
    await client.query(`begin; set local lock_timeout = '30s'`)
    // One at a time: a cluster sends its nodes the whole text that a changed table came with, and they reject more than one statement.
    for (const statement of splitStatements(file.text)) await client.query(statement)
    await client.query(record, values)
    await client.query('commit')
  } catch (cause) {
    throw new Error(`${file.name} failed: ${(cause as Error).message}`, { cause })
  }
}
