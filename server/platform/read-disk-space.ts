import { statfs } from 'node:fs/promises'
import type { Config } from './config.ts'

export interface DiskSpace {
  free_bytes: number
  size_bytes: number
}

/** The disk of the data folder; null where there is no such folder, as on a machine that only collects. */
export async function readDiskSpace({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(DATA_DIR)
    return { free_bytes: bavail * bsize, size_bytes: blocks * bsize }
  } catch {
    return null
  }
}
