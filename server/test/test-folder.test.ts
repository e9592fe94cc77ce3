import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { placeOfDatabases } from './test-folder.ts'

test('a run’s databases are on disk if memory is unavailable, not writable, or has no room', () => {
  expect(placeOfDatabases('/no/such/place')).toBe(tmpdir())
  // A virtual file system has no blocks at all.
  if (process.platform === 'linux') expect(placeOfDatabases('/proc/self')).toBe(tmpdir())
})
