import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { ensureMasterKey, readMasterKey } from './master-key.ts'

let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = makeTestFolder()
})
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }))

test('a key is generated once, readable by its owner only', () => {
  expect(readMasterKey({ DATA_DIR, MASTER_KEY: undefined })).toBeNull()
  const key = ensureMasterKey({ DATA_DIR, MASTER_KEY: undefined })
  expect(key).toHaveLength(32)
  expect(ensureMasterKey({ DATA_DIR, MASTER_KEY: undefined })).toEqual(key)
  expect(readdirSync(DATA_DIR)).toEqual(['master-key'])
  expect(statSync(join(DATA_DIR, 'master-key')).mode & 0o777).toBe(0o400)
})

test('a file that a full disk cut off is no key', () => {
  writeFileSync(join(DATA_DIR, 'master-key'), '')
  expect(() => ensureMasterKey({ DATA_DIR, MASTER_KEY: undefined })).toThrow('does not contain a whole key')
})
