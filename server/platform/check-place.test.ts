import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { assertDataFolder } from './check-place.ts'
import { StartProblem } from './start-problem.ts'

const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a data folder is created with the folders above it, and may exist', () => {
  const deep = join(folder, 'a/b/c')
  assertDataFolder(deep)
  assertDataFolder(deep)
  expect(existsSync(deep)).toBe(true)
})

test('a data folder where the system has none is refused, rather than tried for ever', () => {
  expect(() => assertDataFolder('/proc/leadloom/data')).toThrow(StartProblem)
})
