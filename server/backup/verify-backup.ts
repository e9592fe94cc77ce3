import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problemsOfData } from '#server/doctor/problems-of-data.ts'
import { findBackup, markVerified } from '#server/platform/backup-place.ts'
import type { Config } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { chooseAccount } from '#server/platform/database/embedded/account.ts'
import { makeStartable } from '#server/platform/database/embedded/cluster.ts'
import { chooseDataFolder } from '#server/platform/database/embedded/data-folder.ts'
import { readMasterKeys } from '#server/platform/master-key.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { restoreBackup } from './restore-backup.ts'

/**
 * Restores a backup into a folder of its own, runs the doctor on it and removes it. Returns what is wrong; a whole backup
 * gets a mark beside it.
 */
export async function verifyBackup(config: Config, file: string, within = tmpdir()): Promise<string[]> {
  const folder = mkdtempSync(join(within, 'leadloom-verify-'))
  chmodSync(folder, 0o711)
  const DATA_DIR = join(folder, 'data')
  const pointer = join(DATA_DIR, 'postgres', 'postgres-is-at')
  const ring = readMasterKeys(config)
  const scratch: Config = {
    ...config,
    DATA_DIR,
    ...(ring && { MASTER_KEY: ring.map((key) => key.toString('base64')).join(',') }),
  }
  const problems: string[] = []
  try {
    const { server } = await restoreBackup(scratch, file, { startsHere: true })
    const check = async (DATABASE_URL: string | undefined): Promise<void> =>
      void problems.push(...(await problemsOfData({ ...scratch, DATABASE_URL })))
    if (server === 'own') await withOwnServer(config, join(DATA_DIR, 'postgres'), check)
    else await check(undefined)
  } finally {
    if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  const { place, key } = findBackup(config, file)
  if (problems.length === 0) await markVerified(place, key)
  return problems
}

/** Starts the copy of an operator's server, and passes the address of its database. */
async function withOwnServer(
  { DATABASE_URL }: Config,
  dataDir: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (!DATABASE_URL) throw new StartProblem('Set DATABASE_URL: it names the user and the database in the backup.')
  const account = chooseAccount(join(dataDir, 'cluster'))
  makeStartable(
    join(
      chooseDataFolder(dataDir, account, () => {}),
      'cluster',
    ),
    account,
  )
  const server = await startEmbeddedPostgres({ dataDir, diesWithProgram: true })
  try {
    const { username, pathname } = new URL(DATABASE_URL)
    const url = new URL(`postgresql://localhost${pathname}`)
    url.username = username
    url.searchParams.set('host', server.socketFolder)
    await work(url.href)
  } finally {
    await server.stop()
  }
}
