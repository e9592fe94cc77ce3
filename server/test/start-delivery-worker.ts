import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import { projectRoot } from '../platform/project-root.ts'
import type { TestDatabase } from './harness.ts'

/** Starts a process, for a test to kill, that runs due deliveries of its database with the clock moved by an offset. */
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
