import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Account } from './account.ts'

/** Alternative location of a database that its own account could not reach. */
const sharedFolder = '/var/lib/leadloom'
const pointerName = 'postgres-is-at'
/** A socket's path can have 107 bytes; the server appends `/.s.PGSQL.5432`. */
const longestSocketFolder_bytes = 107 - '/.s.PGSQL.5432'.length

/**
 * The folder of the cluster, its log and its socket. It is `dataDir` itself unless PostgreSQL runs as another account
 * that cannot access it (a project below /root); then a folder below /var/lib/leadloom, and a file in `dataDir` says
 * which one, so that removing `dataDir` also abandons the database.
 */
export function chooseDataFolder(dataDir: string, account: Account, say: (text: string) => void): string {
  makeEnterable(dataDir)
  const folder = realpathSync(dataDir)
  if (!account.switched || canReach(folder, account)) return folder
  const pointer = join(folder, pointerName)
  if (existsSync(pointer)) return readStoredFolder(readFileSync(pointer, 'utf8').trim(), pointer)
  makeEnterable(sharedFolder)
  const dataFolder = mkdtempSync(join(sharedFolder, 'data-'))
  chmodSync(dataFolder, 0o711)
  writeFileSync(pointer, `${dataFolder}\n`)
  say(`PostgreSQL runs as ${account.name}, which cannot access ${folder}: the database is in ${dataFolder}`)
  return dataFolder
}

/** Creates the missing folders of a path so that every account can traverse them, whatever the umask. */
export function makeEnterable(path: string): void {
  const absolutePath = resolve(path)
  // A relative path would return a relative folder, and the loop would change folders that existed before.
  const first = mkdirSync(absolutePath, { recursive: true })
  if (!first) return
  for (let folder = absolutePath; folder.length >= first.length; folder = dirname(folder)) chmodSync(folder, 0o711)
}

function readStoredFolder(dataFolder: string, pointer: string): string {
  if (existsSync(dataFolder)) return dataFolder
  throw new Error(
    `${pointer} says that the database is in ${dataFolder}, but that folder does not exist. ` +
      `Restore it, or remove ${pointer} to start with an empty database.`,
  )
}

/** Whether the account can traverse the folder and all its parents. */
export function canReach(folder: string, account: Account): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Creates a folder that only the account (and root) can enter. */
export function makePrivateFolder(path: string, account: Account): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  if (account.switched) chownSync(path, account.uid, account.gid)
}

/**
 * A folder for the UNIX socket with a short enough path: in the database's place, else a new one with a random name in
 * the system's temporary folder. `earlier` (from a crashed server) is reused, since open pools point to it.
 */
export function socketFolder(dataFolder: string, earlier: string | undefined, account: Account): string {
  if (earlier && isPrivate(earlier, account)) return earlier
  const near = join(dataFolder, 'socket')
  const folder = Buffer.byteLength(near) <= longestSocketFolder_bytes ? near : mkdtempSync(join(tmpdir(), 'leadloom-'))
  makePrivateFolder(folder, account)
  return folder
}

/** A folder in a shared place is trusted only if the account owns it: anybody could create one with that name. */
function isPrivate(folder: string, account: Account): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return stats !== undefined && stats.isDirectory() && stats.uid === account.uid && (stats.mode & 0o077) === 0
}
