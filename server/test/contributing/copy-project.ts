import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectRoot } from '../architecture/sources.ts'
import { makeTestFolder } from '../test-folder.ts'
import { changesIn, type Change } from './apply-guide.ts'

/** Guides with blocks, in the order in which they are followed. */
const guides = ['CONTRIBUTING.md', 'docs/examples/connector.md', 'docs/examples/module.md']

export const readGuide = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
export const allChanges = (): Change[] => guides.flatMap((path) => changesIn(readGuide(path)))

/** What no copy needs: installed packages, which it shares, what runs leave behind, and hidden files but the lint rules. */
const leftOut = /^(?:\.(?!ox).*|node_modules|dist|coverage)$/

/** The generator in `client` has packages of its own. */
const isOurs = (path: string): boolean => basename(path) !== 'node_modules'

/** A copy of the project with its own package folder, whose entries are links, so that caches stay in the copy. */
export function copyProject(): string {
  const root = makeTestFolder()
  for (const name of readdirSync(projectRoot))
    if (!leftOut.test(name)) cpSync(join(projectRoot, name), join(root, name), { recursive: true, filter: isOurs })
  const packages = join(projectRoot, 'node_modules')
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(packages))
    if (!/^\.(?!bin$)/.test(name)) symlinkSync(join(packages, name), join(root, 'node_modules', name))
  symlinkSync(join(projectRoot, 'client/node_modules'), join(root, 'client/node_modules'))
  return root
}
