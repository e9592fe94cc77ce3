import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from './config.ts'
import { absent, type Files } from './file-storage.ts'
import { createStoreFiles, type StoreSettings } from './files-in-store.ts'

const keyPattern = /^[a-z0-9-]{1,100}$/

const writingCalls = new Set(['open', 'write', 'writev', 'fsync', 'fdatasync', 'close', 'mkdir'])

/** Whether a file could not be stored: no space, no permission, a broken disk. A lost connection does not count. */
export const isStorageFault = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code !== undefined && code !== 'EPIPE' && code !== 'ECONNRESET' && writingCalls.has(syscall ?? '')
}

export function createFiles(config: Pick<Config, 'DATA_DIR'> & StoreSettings): Files {
  return config.S3_URL === undefined ? createFolderFiles(config) : checkKeys(createStoreFiles(config))
}

/** The same keys are refused everywhere. */
function checkKeys(files: Files): Files {
  const check = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('unknown format of a file key')
    return key
  }
  return {
    store: (key, stream) => files.store(check(key), stream),
    open: (key, part) => files.open(check(key), part),
    sizeOf: (key) => files.sizeOf(check(key)),
    list: (prefix) => files.list(prefix),
    remove: (key) => files.remove(check(key)),
  }
}

function createFolderFiles(config: Pick<Config, 'DATA_DIR'>): Files {
  const folder = resolve(config.DATA_DIR, 'files')
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('unknown format of a file key')
    return join(folder, key)
  }
  return {
    async store(key, stream) {
      // Synchronous: a stream that fails before anybody listens would end the program.
      mkdirSync(folder, { recursive: true })
      try {
        await pipeline(stream, createWriteStream(pathOf(key), { flags: 'wx', mode: 0o600, flush: true }))
      } catch (error) {
        await rm(pathOf(key), { force: true })
        throw error
      }
    },
    open: (key, part) => createReadStream(pathOf(key), part),
    sizeOf: async (key) => (await stat(pathOf(key)).catch(absent))?.size ?? null,
    async list(prefix) {
      const keys = ((await readdir(folder).catch(absent)) ?? []).filter((key) => key.startsWith(prefix))
      const entries = await Promise.all(keys.map(async (key) => ({ key, is: await stat(pathOf(key)).catch(absent) })))
      return entries.flatMap(({ key, is }) => (is ? [{ key, written_ms: is.mtimeMs }] : []))
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
