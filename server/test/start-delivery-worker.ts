import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import { projectRoot } from '../platform/project-root.ts'
import type { TestDatabase } from './harness.ts'

/** A process that delivers what is due in a test's database, to be killed by the test: its clock stands so far from the machine's. */
export function startDeliveryWorker(
  db: Pick<TestDatabase, 'name'>,
  offset_ms: number,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const script = join(projectRoot, 'server/test/delivery-worker.ts')
  const { host, port } = inject('testServer')
  const more = [host, String(port), db.name, String(offset_ms), JSON.stringify(settings)]
  return spawn(process.execPath, ['--import', 'tsx', script, ...more], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test' },
  })
}
