import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { asAccount, chooseAccount, type Account } from './account.ts'
import { packagedFolder, prepareBinaries, type Binaries } from './binaries.ts'

const isRoot = process.getuid?.() === 0

let folder: string
let place: string
let messages: string[]
let account: Account
beforeEach(() => {
  folder = makeTestFolder()
  place = join(folder, 'place')
  mkdirSync(place)
  messages = []
  account = chooseAccount(join(place, 'cluster'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** The package as npm unpacks it: without the links that its install script creates. */
function unpacked(into: string): { folder: string; version: string } {
  const original = packagedFolder()
  cpSync(original.folder, into, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(into, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  expect(links.length).toBeGreaterThan(5)
  for (const { target } of links) rmSync(join(into, target), { force: true })
  return { folder: into, version: original.version }
}

const prepare = (packaged: { folder: string; version: string }): Binaries =>
  prepareBinaries(place, account, (text) => messages.push(text), packaged)

const versionOf = ({ postgres }: Binaries): string =>
  execFileSync(postgres, ['--version'], { encoding: 'utf8', cwd: '/', ...asAccount(account) })

describe('the binaries', () => {
  test('run from where npm put them', () => {
    const binaries = prepare(packagedFolder())
    expect(binaries.postgres.startsWith(packagedFolder().folder)).toBe(true)
    expect(versionOf(binaries)).toMatch(/PostgreSQL\) 18\./)
  })

  test('run where install scripts were blocked, because the launcher creates the links', () => {
    const copy = unpacked(join(folder, 'package'))
    const binaries = prepare(copy)
    expect(binaries.postgres.startsWith(copy.folder)).toBe(true)
    expect(versionOf(binaries)).toMatch(/PostgreSQL\) 18\./)
    expect(messages).toEqual([])
  })

  test.runIf(isRoot)('are copied once to an accessible folder if the account cannot access the package', () => {
    const closedFolder = join(folder, 'root-only')
    mkdirSync(closedFolder, { mode: 0o700 })
    const copy = unpacked(join(closedFolder, 'package'))
    const binaries = prepare(copy)
    expect(binaries.postgres.startsWith(place)).toBe(true)
    expect(versionOf(binaries)).toMatch(/PostgreSQL\) 18\./)
    prepare(copy)
    expect(messages).toEqual([expect.stringMatching(/cannot run as nobody from .*root-only/)])
    expect(existsSync(dirname(binaries.initdb))).toBe(true)
  })

  test.runIf(isRoot)('are made readable in the copy if a strict umask had restricted them', () => {
    const copy = unpacked(join(folder, 'package'))
    execFileSync('chmod', ['-R', 'go=', copy.folder])
    expect(versionOf(prepare(copy))).toMatch(/PostgreSQL\) 18\./)
  })
})
