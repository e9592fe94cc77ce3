import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import {
  backupName,
  openBackupPlace,
  removeOldBackups,
  type BackupPlace,
  type BackupPlaceSettings,
} from '#server/platform/backup-place.ts'
import { createClock, dateOf } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { streamBaseBackup } from '#server/platform/database/driver/base-backup.ts'
import { addressFromUrl } from '#server/platform/database/pool.ts'
import { majorVersion } from '#server/platform/database/embedded/cluster.ts'
import type { Profile } from '#server/platform/database/embedded/settings.ts'
import { filesFolderOf } from '#server/platform/files-folder.ts'
import { readMasterKeys } from '#server/platform/master-key.ts'
import { programVersion } from '#server/platform/program-version.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { packArchive, type Header } from './archive.ts'
import { encryptStream } from './encryption.ts'

export type BackupConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'MASTER_KEY' | 'BACKUP_KEY' | 'BACKUP_KEEP'> &
  BackupPlaceSettings

/** The settings that every backup needs. Throws `StartProblem`. */
export function backupSettings(config: BackupConfig): { place: BackupPlace; key: string } {
  const { BACKUP_DIR, BACKUP_KEY } = config
  if (!BACKUP_DIR || !BACKUP_KEY)
    throw new StartProblem('Set BACKUP_DIR and BACKUP_KEY; docs/runbooks/backup.md says how to make a key.')
  return { place: openBackupPlace({ ...config, BACKUP_DIR }), key: BACKUP_KEY }
}

/**
 * Copies the server of the database (the embedded one also if it is stopped) and the files into one encrypted file, then removes old
 * ones. `isProvable`: this program has the version of PostgreSQL that a restore on trial takes.
 */
export async function takeBackup(
  config: BackupConfig,
  profile: Profile = 'normal',
): Promise<{ file: string; bytes: number; removed: string[]; isProvable: boolean }> {
  const { place, key } = backupSettings(config)
  const source = await openSource(config, profile)
  const at = dateOf(createClock().now())
  const name = backupName(at)
  let isProvable = false
  try {
    const header = await readHeader(config, source, at)
    isProvable = header.postgres.split('.')[0] === majorVersion
    const archive = packArchive(header, {
      database: async () => gzip(await streamServer(source)),
      // After the database: a file is stored before the row that names it.
      ...(existsSync(filesFolderOf(config)) ? { files: async () => gzip(tarOf(filesFolderOf(config))) } : {}),
    })
    const ciphertext = await encryptStream(key, Readable.from(archive))
    await place.store(name, ciphertext)
  } finally {
    await source.stop()
  }
  const bytes = (await place.sizeOf(name)) ?? 0
  return { file: place.pathOf(name), bytes, removed: await removeOldBackups(place, config.BACKUP_KEEP), isProvable }
}

/** The kind of machine that a copy of the server's files can run on. */
export const machineKind = `${process.platform}-${process.arch}`

/** A server that is copied as a whole. */
interface Source {
  server: Header['server']
  /** Who may stream all of it. */
  admin: pg.ClientConfig
  database: pg.ClientConfig
  stop(): Promise<void>
}

async function openSource(config: BackupConfig, profile: Profile): Promise<Source> {
  if (config.DATABASE_URL) {
    const { owner } = addressFromUrl(config.DATABASE_URL)
    return { server: 'own', admin: owner, database: owner, stop: async () => {} }
  }
  const dataDir = join(config.DATA_DIR, 'postgres')
  if (!existsSync(dataDir))
    throw new StartProblem(`There is no database in ${resolve(config.DATA_DIR)}: check DATA_DIR.`)
  const { adminConfig, stop } = await startEmbeddedPostgres({ dataDir, profile })
  return { server: 'embedded', admin: adminConfig, database: { ...adminConfig, database: 'leadloom' }, stop }
}

/** No right to stream, no line for it in pg_hba.conf, or a pooler that has no replication. */
const mayNotStream = new Set(['42501', '28000', '08P01'])

/** Throws `StartProblem` if the user of DATABASE_URL may not stream the server. */
async function streamServer({ server, admin }: Source): Promise<Readable> {
  try {
    return await streamBaseBackup(admin)
  } catch (cause) {
    if (server !== 'own' || !mayNotStream.has((cause as pg.DatabaseError).code ?? '')) throw cause
    throw new StartProblem(
      `The user of DATABASE_URL may not stream the server (${(cause as Error).message}): give the role REPLICATION and a line «replication» in pg_hba.conf, or use pg_dump as docs/runbooks/backup.md says.`,
      { cause },
    )
  }
}

async function readHeader(config: BackupConfig, { server, database }: Source, at: Date): Promise<Header> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    // A server that an earlier version started does not yet let backups in.
    if (server === 'embedded') await client.query('select pg_reload_conf()')
    const { rows } = await client.query<{ postgres: string; there: boolean }>(
      `select current_setting('server_version') as postgres, to_regclass('schema_migration') is not null as there`,
    )
    const { postgres, there } = rows[0]!
    const last = there
      ? await client.query<{ name: string }>('select name from schema_migration order by number desc limit 1')
      : { rows: [] }
    const ring = readMasterKeys(config)
    return {
      format: 1,
      program: programVersion,
      server,
      postgres,
      machine: machineKind,
      migration: last.rows[0]?.name ?? '',
      key_id: ring && createSecrets(...ring).keyId,
      made_at: at.toISOString(),
    }
  } finally {
    await client.end()
  }
}

/** Passes errors on, which `pipe` would not. */
function gzip(plain: Readable): Readable {
  const zip = createGzip({ level: 1 })
  pipeline(plain, zip).catch(() => {})
  return zip
}

/** The folder's contents by the system's tar. Uploads may come and go meanwhile, which it reports with exit code 1. */
function tarOf(folder: string): Readable {
  const child = spawn('tar', ['-c', '-f', '-', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const out = new PassThrough()
  let errorText = ''
  child.stderr.on('data', (part) => (errorText = (errorText + String(part)).slice(-2_000)))
  child.once('error', (error) => out.destroy(error))
  child.stdout.pipe(out, { end: false })
  child.once('close', (code) => {
    if (code === 0 || code === 1) out.end()
    else out.destroy(new Error(`tar could not read ${folder}: ${errorText}`))
  })
  return out
}
