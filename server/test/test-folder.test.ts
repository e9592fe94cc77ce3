import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { databaseFolderRoot } from './test-folder.ts'

test('a run’s databases are on disk if memory is unavailable, not writable, or has no room', () => {
  expect(databaseFolderRoot('/no/such/place')).toBe(tmpdir())
  // A virtual file system has no blocks at all.
  if (process.platform === 'linux') expect(databaseFolderRoot('/proc/self')).toBe(tmpdir())
})
