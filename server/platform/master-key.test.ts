import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { ensureMasterKeys, readMasterKeys } from './master-key.ts'

let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = makeTestFolder()
})
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }))

test('a key is generated once, readable by its owner only', () => {
  expect(readMasterKeys({ DATA_DIR, MASTER_KEY: undefined })).toBeNull()
  const key = ensureMasterKeys({ DATA_DIR, MASTER_KEY: undefined })
  expect(key.map(({ length }) => length)).toEqual([32])
  expect(ensureMasterKeys({ DATA_DIR, MASTER_KEY: undefined })).toEqual(key)
  expect(readdirSync(DATA_DIR)).toEqual(['master-key'])
  expect(statSync(join(DATA_DIR, 'master-key')).mode & 0o777).toBe(0o400)
})

test('a file that a full disk cut off is no key', () => {
  writeFileSync(join(DATA_DIR, 'master-key'), '')
  expect(() => ensureMasterKeys({ DATA_DIR, MASTER_KEY: undefined })).toThrow('does not contain a whole key')
})

test('a ring has the key that seals first, and older ones after it', () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const text = [first, second].map((key) => key.toString('base64'))
  expect(readMasterKeys({ DATA_DIR, MASTER_KEY: text.join(',') })).toEqual([first, second])
  writeFileSync(join(DATA_DIR, 'master-key'), text.join('\n'))
  expect(readMasterKeys({ DATA_DIR, MASTER_KEY: undefined })).toEqual([first, second])
  writeFileSync(join(DATA_DIR, 'master-key'), `${text[0]}\n${text[1]!.slice(9)}`)
  expect(() => readMasterKeys({ DATA_DIR, MASTER_KEY: undefined })).toThrow('does not contain a whole key')
})
