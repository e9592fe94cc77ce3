import type { Readable } from 'node:stream'

/** Storage for files between steps of work: a folder or a store shared by all processes. Keys are our ids, never user input. */
export interface Files {
  /** Stores a stream completely or not at all. */
  store(key: string, stream: Readable): Promise<void>
  /** The whole file, or the bytes from `start` to `end`, inclusive. */
  open(key: string, part?: { start: number; end: number }): Readable
  /** Null if there is no such file. */
  sizeOf(key: string): Promise<number | null>
  /** Files whose key has this prefix, with the time of their last write. */
  list(prefix: string): Promise<{ key: string; written_ms: number }[]>
  remove(key: string): Promise<void>
}

/** A missing file is a result, anything else an error. */
export function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
