import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Config } from './config.ts'
import { StartProblem } from './start-problem.ts'

const sample = Buffer.alloc(64 * 1024, 1)
let count = 0

/** Writes a file as large as a small upload into a folder and removes it: only that shows a full disk. Throws what the system says. */
export function tryWrite(folder: string): void {
  const file = join(folder, `.write-test-${process.pid}-${++count}`)
  const handle = openSync(file, 'wx', 0o600)
  try {
    for (let at = 0; at < sample.length;) at += writeSync(handle, sample, at)
  } finally {
    closeSync(handle)
    rmSync(file, { force: true })
  }
}

/** What to do about a folder that cannot be written to; null for errors that have nothing to do with it. */
export function folderProblem(error: unknown, folder: string): string | null {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk of ${folder} is full: free some space, then start again.`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${folder} is not a folder: set DATA_DIR to one.`
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return null
  const why = code === 'EROFS' ? 'is on a file system that is read-only' : 'cannot be written to by this user'
  return `The data folder ${folder} ${why}: set DATA_DIR to a folder that it may write to.`
}

/** Node's own recursion never ends where the system refuses a folder as missing, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another start was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates the data folder if it is missing. Throws `StartProblem` if nothing can be stored there. */
export function assertDataFolder(dataDir: string): void {
  const folder = resolve(dataDir)
  try {
    makeFolder(folder)
    tryWrite(folder)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const problem = isMissing
      ? `The data folder ${folder} cannot be created: set DATA_DIR to a folder that can.`
      : folderProblem(error, folder)
    throw problem === null ? error : new StartProblem(problem, { cause: error })
  }
}

/**
 * Checked before the database is opened: a start that cannot listen must not migrate what another program uses. Throws
 * `StartProblem`.
 */
export async function assertMayListen({ PORT, HOST, ROLES }: Pick<Config, 'PORT' | 'HOST' | 'ROLES'>): Promise<void> {
  if (PORT === 0 || !(ROLES.includes('web') || ROLES.includes('collect'))) return
  const server = createServer()
  try {
    server.listen({ port: PORT, host: HOST })
    await once(server, 'listening')
  } catch (error) {
    const problem = listenProblem(error)
    throw problem === null ? error : new StartProblem(problem, { cause: error })
  } finally {
    server.close()
  }
}

/** What to do about an address where nothing can listen; null for other errors. */
export function listenProblem(error: unknown): string | null {
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use, perhaps by Leadloom itself: stop that program, or set PORT to another port.`
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && address === undefined && port === undefined))
    return `HOST is no address of this machine (${code}): set it to one, to 127.0.0.1 or to 0.0.0.0.`
  if (syscall === 'listen' && (code === 'EACCES' || code === 'EPERM'))
    return `This user may not listen on port ${port}: set PORT to one above 1023, and let a proxy in front pass it on.`
  return null
}
