import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

export const projectRoot = join(import.meta.dirname, '../../..')

const trees = ['contract', 'i18n', 'server', 'web', 'pixel', 'e2e', 'bench', 'demo', 'scripts', 'deploy', 'docs']
const skipped = new Set(['node_modules', 'dist', 'locales'])

export interface Source {
  /** Path relative to the project's root, with forward slashes. */
  path: string
  text: string
}

/** All of our files with one of these extensions, read from disk so that none is missed. */
export function sourcesWith(...endings: string[]): Source[] {
  const found: Source[] = []
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      if (skipped.has(name)) continue
      if (statSync(path).isDirectory()) visit(path)
      else if (endings.some((ending) => name.endsWith(ending))) {
        found.push({ path: relative(projectRoot, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') })
      }
    }
  }
  for (const tree of trees) if (readdirSync(projectRoot).includes(tree)) visit(join(projectRoot, tree))
  for (const name of readdirSync(projectRoot)) {
    if (endings.some((ending) => name.endsWith(ending)) && statSync(join(projectRoot, name)).isFile())
      found.push({ path: name, text: readFileSync(join(projectRoot, name), 'utf8') })
  }
  return found
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('e2e/')
