import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { placeOfDatabases } from './test-folder.ts'

test('a run’s databases lie on the disk where memory is not to be had, cannot be written, or has no room', () => {
  expect(placeOfDatabases('/no/such/place')).toBe(tmpdir())
  // A virtual file system has no blocks at all.
  if (process.platform === 'linux') expect(placeOfDatabases('/proc/self')).toBe(tmpdir())
})
