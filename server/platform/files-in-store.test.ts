import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startStoreStandIn, storeKeys } from '#server/test/s3-stand-in.ts'
import { createFiles, isStorageFault } from './files.ts'

const store = await startStoreStandIn()
afterAll(() => store.close())
beforeEach(() => {
  store.fail(null)
  store.objects.clear()
})
const settings = { DATA_DIR: '/nowhere', S3_URL: store.url, S3_REGION: 'auto', ...storeKeys }
const files = createFiles(settings)
const keep = (key: string, text: string) => files.store(key, Readable.from([Buffer.from(text)]))

test('a file is stored, measured, read whole and in part, and removed', async () => {
  await keep('a-file', 'hello world')
  expect(await files.sizeOf('a-file')).toBe(11)
  expect((await buffer(files.open('a-file'))).toString()).toBe('hello world')
  expect((await buffer(files.open('a-file', { start: 6, end: 8 }))).toString()).toBe('wor')
  await files.remove('a-file')
  await files.remove('a-file')
  expect(await files.sizeOf('a-file')).toBeNull()
})

test('a large stream goes in parts, of which none is lost', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  await files.store('a-large-file', Readable.from(Array.from({ length: 40 }, () => chunk)))
  expect(store.objects.get('a-large-file')!.length).toBe(40 * chunk.length)
  expect(store.openUploads()).toBe(0)
})

test('a stream that fails leaves nothing, also after its first part', async () => {
  const failing = async function* () {
    for (let n = 0; n < 20; n++) yield Buffer.alloc(1024 * 1024)
    throw new Error('the sender is gone')
  }
  const failure = await files.store('half', Readable.from(failing())).catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: 'the sender is gone' })
  expect(isStorageFault(failure)).toBe(false)
  expect([store.objects.size, store.openUploads()]).toEqual([0, 0])
})

test('a store that takes nothing is a storage fault, and what is not there cannot be opened', async () => {
  store.fail(503)
  const failure = await keep('a-file', 'hello').catch((error: unknown) => error)
  expect(isStorageFault(failure)).toBe(true)
  store.fail(null)
  await expect(buffer(files.open('absent'))).rejects.toThrow()
})

test('files are listed by their beginning, page by page, with the time of their last write', async () => {
  for (const key of ['import-1', 'import-2', 'import-3', 'picture-1']) await keep(key, key)
  expect(await files.list('import-')).toEqual(
    [1, 2, 3].map((n) => ({ key: `import-${n}`, written_ms: Date.UTC(2026, 10, 20, 12) })),
  )
})

test('another key is refused by the store, and a key that is none by us', async () => {
  const strangers = createFiles({ ...settings, S3_ACCESS_KEY: 'another' })
  await expect(strangers.sizeOf('a-file')).rejects.toThrow()
  expect(() => files.open('../secret')).toThrow('unknown format of a file key')
})
