import type { TestProject } from 'vitest/node'
import { startCluster } from '#server/test/cluster/global-setup.ts'
import { exportServer } from './cluster.ts'

/** Starts three servers. Each program of a journey gets its own database on them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stop = await startCluster(project, true)
  exportServer(project.getProvidedContext().testServer)
  return stop
}
