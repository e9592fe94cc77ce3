import type { TestProject } from 'vitest/node'
import { startCluster } from '#server/test/cluster/global-setup.ts'
import { tellServer } from './cluster.ts'

/** Three servers, on which each program that journeys start gets a database of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stop = await startCluster(project, true)
  tellServer(project.getProvidedContext().testServer)
  return stop
}
