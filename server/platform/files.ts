import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from './config.ts'

/** Where uploaded files lie between two steps of work: a folder on disk. Keys are ids of ours, never a user's words. */
export interface Files {
  /** Stores a stream whole or not at all. */
  store(key: string, stream: Readable): Promise<void>
  open(key: string): Readable
  remove(key: string): Promise<void>
}

const keyPattern = /^[a-z0-9-]{1,64}$/

export function createFiles(config: Pick<Config, 'DATA_DIR'>): Files {
  const folder = resolve(config.DATA_DIR, 'files')
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('a file key of unknown form')
    return join(folder, key)
  }
  return {
    async store(key, stream) {
      // At once, not later: a stream that fails before anybody listens would end the program.
      mkdirSync(folder, { recursive: true })
      try {
        await pipeline(stream, createWriteStream(pathOf(key), { flags: 'wx', mode: 0o600, flush: true }))
      } catch (error) {
        await rm(pathOf(key), { force: true })
        throw error
      }
    },
    open: (key) => createReadStream(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
