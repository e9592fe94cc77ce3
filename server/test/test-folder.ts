import { accessSync, chmodSync, constants, existsSync, mkdtempSync, realpathSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders of runs that were killed are told by the process id in their name, and removed by the next run. */
export const testFolderName = /^leadloom-test-(\d+)-/

/**
 * A new folder for one test or run. Every account may enter it: started by root, PostgreSQL runs as somebody else, and
 * would otherwise have to keep its data elsewhere.
 */
export function makeTestFolder(within = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(within, `leadloom-test-${process.pid}-`)))
  chmodSync(folder, 0o755)
  return folder
}

const memory = '/dev/shm'
/** Wherever folders of killed runs may have stayed. */
export const placesOfFolders = [tmpdir(), memory].filter((place) => existsSync(place))
/** What the databases of a whole run need at once, several times over. A container mostly has 64 MB there. */
const room_bytes = 4 * 1024 ** 3

/**
 * Where a run's databases lie: in memory where that has the room. Each of some 300 clones is 1,200 files that are made and
 * removed; on a disk that costs the kernel many times what the tests then ask of them.
 */
export function placeOfDatabases(place = memory): string {
  try {
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= room_bytes ? place : tmpdir()
  } catch {
    return tmpdir()
  }
}
