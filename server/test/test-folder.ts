import { accessSync, chmodSync, constants, existsSync, mkdtempSync, realpathSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders of killed runs are recognized by the process id in their name and removed by the next run. */
export const testFolderName = /^leadloom-test-(\d+)-/

/**
 * A new folder for one test or run. Every account may enter it: under root, PostgreSQL runs as another user and would
 * otherwise have to keep its data elsewhere.
 */
export function makeTestFolder(within = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(within, `leadloom-test-${process.pid}-`)))
  chmodSync(folder, 0o755)
  return folder
}

const memory = '/dev/shm'
/** All places where killed runs may have left folders. */
export const folderRoots = [tmpdir(), memory].filter((place) => existsSync(place))
/** Several times what the databases of a whole run need at once. A container usually has only 64 MB there. */
const room_bytes = 4 * 1024 ** 3

/**
 * Where a run stores its databases: in memory if there is room. Each of some 300 clones creates and removes 1,200
 * files; on a disk that costs the kernel many times more than the tests' own queries.
 */
export function databaseFolderRoot(place = memory): string {
  try {
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= room_bytes ? place : tmpdir()
  } catch {
    return tmpdir()
  }
}
