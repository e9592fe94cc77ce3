import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { canReach, makeEnterable, socketFolder } from './data-folder.ts'
import { chooseAccount, type Account } from './account.ts'

let folder: string
const outsider: Account = { name: 'stranger', uid: 4_000_001, gid: 4_000_001, switched: true }
const me = chooseAccount('/nonexistent')

beforeEach(() => {
  folder = makeTestFolder()
  chmodSync(folder, 0o700)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (...path: string[]): number => statSync(join(folder, ...path)).mode & 0o777

test.each([
  ['absolute', (path: string) => path],
  ['relative', (path: string) => relative(process.cwd(), path)],
])('missing folders of an %s path are created accessible, existing ones keep their permissions', (_, as) => {
  mkdirSync(join(folder, 'mine'), { mode: 0o700 })
  makeEnterable(as(join(folder, 'mine/new/deeper')))
  expect([modeOf('mine/new/deeper'), modeOf('mine/new'), modeOf('mine'), modeOf()]).toEqual([
    0o711, 0o711, 0o700, 0o700,
  ])
  makeEnterable(as(join(folder, 'mine')))
  expect(modeOf('mine')).toBe(0o700)
})

test('an account can access a folder only if it can traverse every folder above it', () => {
  mkdirSync(join(folder, 'open'), { mode: 0o755 })
  expect(canReach(join(folder, 'open'), outsider)).toBe(false)
  chmodSync(folder, 0o711)
  expect(canReach(join(folder, 'open'), outsider)).toBe(true)
})

test('a socket folder left by a crashed server is reused only if no one else can have created it', () => {
  const account = { ...me, switched: false, uid: process.getuid!(), gid: process.getgid!() }
  const near = join(folder, 'socket')
  const earlier = join(folder, 'earlier')
  mkdirSync(earlier, { mode: 0o700 })
  expect(socketFolder(folder, earlier, account)).toBe(earlier)
  expect(socketFolder(folder, earlier, { ...outsider, switched: false })).toBe(near)
  chmodSync(earlier, 0o777)
  expect(socketFolder(folder, earlier, account)).toBe(near)
  const link = join(folder, 'link')
  symlinkSync(near, link)
  expect(socketFolder(folder, link, account)).toBe(near)
})
