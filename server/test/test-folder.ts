import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders of runs that were killed are told by the process id in their name, and removed by the next run. */
export const testFolderName = /^leadloom-test-(\d+)-/

/**
 * A new folder for one test or run. Every account may enter it: started by root, PostgreSQL runs as somebody else, and
 * would otherwise have to keep its data elsewhere.
 */
export function makeTestFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `leadloom-test-${process.pid}-`)))
  chmodSync(folder, 0o755)
  return folder
}
