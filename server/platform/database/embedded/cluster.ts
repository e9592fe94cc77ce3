import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartProblem } from '../../start-problem.ts'
import { asAccount, currentUser, type Account } from './account.ts'
import { makePrivateFolder } from './data-folder.ts'
import type { Profile } from './settings.ts'

const run = promisify(execFile)
export const majorVersion = '18'

/** Creates the cluster if there is none and returns its folder. Safe if two programs run it or one is killed. */
export async function ensureCluster(
  place: string,
  initdb: string,
  account: Account,
  profile: Profile,
): Promise<string> {
  const cluster = join(place, 'cluster')
  if (!existsSync(cluster)) await makeCluster(cluster, initdb, account, profile)
  const version = readVersion(cluster, account)
  if (version !== majorVersion) {
    throw new StartProblem(
      `${cluster} was created by PostgreSQL ${version}; this program has PostgreSQL ${majorVersion}.`,
    )
  }
  writeAccessRules(cluster)
  return realpathSync(cluster)
}

let count = 0

/** Removes leftovers of killed programs, but not those of a program that is creating the cluster right now. */
function removeHalfMade(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    const pid = Number(/^cluster\.making-(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(dirname(cluster), name), { recursive: true, force: true })
  }
}

/** Whether a process with this id exists, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function makeCluster(cluster: string, initdb: string, account: Account, profile: Profile): Promise<void> {
  // Created under a temporary name and renamed when complete, so that a killed initdb leaves no partial cluster.
  removeHalfMade(cluster)
  const making = `${cluster}.making-${process.pid}-${++count}`
  makePrivateFolder(making, account)
  // The builtin locale: no index depends on the version of a system library.
  const args = ['-D', making, '--username=postgres', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
  args.push('--builtin-locale=C.UTF-8', '--auth=reject', '--no-instructions')
  if (profile === 'test') args.push('--no-sync')
  try {
    await run(initdb, args, { cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, ...asAccount(account) })
    renameSync(making, cluster)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

function readVersion(cluster: string, account: Account): string {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    throw new StartProblem(
      `${cluster} cannot be read by ${account.name}: it was created by another user, perhaps root.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Only this program's user may connect, as any of the database's roles: the kernel reports who is at the socket's other
 * end, so no password has to be stored.
 */
function writeAccessRules(cluster: string): void {
  const me = currentUser().username
  // «all» leaves out replication, which streams backups.
  const lines = ['local all all peer map=leadloom', 'local replication postgres peer map=leadloom']
  writeAlike(join(cluster, 'pg_hba.conf'), `${lines.join('\n')}\n`)
  writeAlike(join(cluster, 'pg_ident.conf'), `leadloom "${me}" all\n`)
}

/**
 * Lets this program start a copy of another server's folder: without that server's settings, which name its files, libraries
 * and addresses.
 */
export function makeStartable(cluster: string, account: Account): void {
  for (const name of ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf']) {
    const path = join(cluster, name)
    writeFileSync(path, '', { mode: 0o600 })
    if (account.switched) chownSync(path, account.uid, account.gid)
  }
}

/** Overwrites an existing file, which keeps its owner. */
function writeAlike(path: string, text: string): void {
  if (readFileSync(path, 'utf8') === text) return
  writeFileSync(path, text)
  chmodSync(path, 0o600)
}
