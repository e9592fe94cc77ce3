// Shared helpers of the commands. Plain Node without dependencies, because they run before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const at = (...parts) => join(root, ...parts)

/** Runs a command in the project's root, attached to this terminal. Throws when it fails. */
export function run(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${done.status ?? done.signal}`)
}

/**
 * Installs packages when they are missing or the lock file has changed. Install scripts stay off. A node_modules that
 * is a symbolic link belongs to another checkout and is left alone: two checkouts would remove each other's packages.
 */
export function ensureInstalled() {
  if (lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return
  const lock = readFileSync(at('package-lock.json'))
  const stamp = createHash('sha256').update(lock).digest('hex')
  const stampFile = at('node_modules', '.leadloom-installed')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Installing packages …')
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stampFile, stamp)
}

const sources = ['contract', 'server', 'web', 'pixel', 'demo', 'scripts', 'package-lock.json']

/** A fingerprint of all inputs of a build. Uses names, sizes and modification times, to be quick. */
function fingerprint() {
  const hash = createHash('sha256')
  const visit = (path) => {
    const stat = statSync(path)
    if (stat.isDirectory()) for (const name of readdirSync(path).toSorted()) visit(join(path, name))
    else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  for (const source of sources) if (existsSync(at(source))) visit(at(source))
  return hash.digest('hex')
}

/** Builds what is out of date. */
export function ensureBuilt() {
  const stampFile = at('dist', '.built')
  const stamp = fingerprint()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Building …')
  run(process.execPath, ['scripts/build.mjs'])
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stampFile, stamp)
}
