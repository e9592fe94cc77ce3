import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '../../..')

const trees = [
  'contract',
  'i18n',
  'server',
  'web',
  'pixel',
  'e2e',
  'bench',
  'client',
  'demo',
  'scripts',
  'deploy',
  'docs',
]
const skippedNames = new Set(['node_modules', 'dist', 'locales', 'api-client.ts'])

export interface Source {
  /** Path relative to the project's root, with forward slashes. */
  path: string
  text: string
}

/** All of our files with one of these extensions, so that none is missed. */
export const sourcesWith = (...endings: string[]): Source[] =>
  (files ??= listFiles())
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, text: readOnce(path) }))

// Thirty tests read most of the project: from disk once a worker.
let files: readonly string[] | undefined
const texts = new Map<string, string>()

function readOnce(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(projectRoot, path), 'utf8')
  texts.set(path, text)
  return text
}

function listFiles(): string[] {
  const top = readdirSync(projectRoot, { withFileTypes: true })
  return [
    ...trees.flatMap((tree) => (top.some(({ name }) => name === tree) ? filesIn(tree) : [])),
    ...top.filter((entry) => entry.isFile()).map(({ name }) => name),
  ]
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { withFileTypes: true })
    .filter(({ name }) => !skippedNames.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('e2e/')
