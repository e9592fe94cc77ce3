// Reads from git what has changed in this checkout.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { at, root } from './lib.mjs'

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (status === 0) return stdout
  throw new Error(`git ${args.join(' ')}: ${stderr}`)
}
const linesOf = (text) => text.split('\n').filter((line) => line !== '')
const isRevision = (name) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: root }).status === 0

/** Whether this folder is a git checkout: an unpacked archive is none. */
export const isCheckout = () => isRevision('HEAD')

/** Where this branch left main, or the last commit if there is no main. */
export function whereItBegan() {
  const main = ['origin/main', 'main'].find(isRevision)
  return main ? git('merge-base', 'HEAD', main).trim() : 'HEAD'
}

/** Files that git does not know yet. */
const untrackedFiles = () => linesOf(git('ls-files', '--others', '--exclude-standard'))

const trackedFiles = () => linesOf(git('ls-files'))

/** Paths of files that differ from a revision, including deleted and new ones. */
export const changedFiles = (base) => [
  ...new Set([...linesOf(git('diff', '--name-only', '--no-renames', base)), ...untrackedFiles()]),
]

/** The text of each file that may import or name others, by its path. */
export function readSources() {
  const isRead = (path) => /\.(tsx?|mjs|mts|js|css|sql|html|json|tsv)$/.test(path) && existsSync(at(path))
  const paths = [...new Set([...trackedFiles(), ...untrackedFiles()])].filter(isRead)
  return new Map(paths.map((path) => [path, readFileSync(at(path), 'utf8')]))
}
