// Shared helpers of the commands. Plain Node without dependencies, because they run before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from './one-at-a-time.mjs'
import { programsHere } from './running-here.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const at = (...parts) => join(root, ...parts)

/** Runs a command in the project's root, attached to this terminal. Throws when it fails. */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${result.status ?? result.signal}`)
}

/** A command that only the operator can make succeed. Its message needs no stack trace. */
export class CommandProblem extends Error {}

/**
 * The same for a step that an interrupt must end together with everything that it started: npm goes on for minutes by
 * itself. `failed` says what to do when it fails.
 */
export async function runEnding(command, args, onFailure) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let firstSignal = null
  const end = (signal) => {
    firstSignal ??= signal
    process.kill(-child.pid, 'SIGKILL')
  }
  for (const signal of signals) process.on(signal, end)
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  for (const signal of signals) process.off(signal, end)
  if (firstSignal !== null) process.exit(1)
  if (status !== 0) throw new CommandProblem(onFailure)
}

/** Throws `CommandProblem` where the checkout cannot be written to. */
function assertWritable(what) {
  try {
    mkdirSync(at('.tmp'), { recursive: true })
    writeFileSync(at('.tmp', 'writable'), '')
  } catch (error) {
    throw new CommandProblem(
      `${what}, and ${root} cannot be written to (${error.code}): run «npm start» once as a user who may, or copy the folder.`,
    )
  }
}

/** Tools of tests are left out where they are not needed; a folder that has them serves as well. */
const kinds = { all: '--include=dev', program: '--omit=dev' }

/**
 * Installs packages when they are missing or the lock file has changed. Install scripts stay off. A node_modules that
 * is a symbolic link belongs to another checkout and is left alone: two checkouts would remove each other's packages.
 */
export async function ensureInstalled(kind = 'all') {
  if (lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return
  const lock = readFileSync(at('package-lock.json'))
  const stamp = createHash('sha256').update(lock).digest('hex')
  const stampFile = at('node_modules', '.leadloom-installed')
  const isDone = () => {
    if (!existsSync(stampFile)) return false
    const [stampOfInstall, installedKind = 'all'] = readFileSync(stampFile, 'utf8').split(' ')
    return stampOfInstall === stamp && (installedKind === 'all' || installedKind === kind)
  }
  if (isDone()) return
  assertWritable('Packages have to be installed')
  await oneAtATime(async () => {
    if (isDone()) return
    console.log('Installing packages …')
    await runEnding(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', kinds[kind]],
      'npm could not install the packages: its message is above. It needs the registry, and its certificate authority in NODE_EXTRA_CA_CERTS if that is your own.',
    )
    writeFileSync(stampFile, kind === 'all' ? stamp : `${stamp} ${kind}`)
  })
}

const sources = ['contract', 'docs/guide', 'docs/runbooks', 'i18n', 'server', 'web', 'pixel', 'demo', 'scripts']

/** A fingerprint of all inputs of a build. Uses names, sizes and modification times, to be quick. */
function fingerprint() {
  const lines = []
  const note = (path) => {
    const { size, mtimeMs } = statSync(`${root}/${path}`)
    lines.push(`${path}\0${size}\0${mtimeMs}\n`)
  }
  const visit = (folder) => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true }))
      if (entry.isDirectory()) visit(`${folder}/${entry.name}`)
      else note(`${folder}/${entry.name}`)
  }
  for (const folder of sources) if (existsSync(at(folder))) visit(folder)
  note('package-lock.json')
  return createHash('sha256').update(lines.toSorted().join('')).digest('hex')
}

/** Builds what is out of date, unless a program runs from it. */
export async function ensureBuilt() {
  const stampFile = at('dist', '.built')
  const isDone = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint()
  if (isDone()) return
  assertWritable('The program has to be built')
  await oneAtATime(async () => {
    if (isDone()) return
    const [running] = programsHere()
    if (running !== undefined)
      throw new CommandProblem(
        `The sources have changed, and a program runs from the last build (process ${running}): stop it, then start again.`,
      )
    const stamp = fingerprint()
    console.log('Building …')
    await runEnding(process.execPath, ['scripts/build.mjs'], 'The build failed: its message is above.')
    mkdirSync(at('dist'), { recursive: true })
    writeFileSync(stampFile, stamp)
  })
}
