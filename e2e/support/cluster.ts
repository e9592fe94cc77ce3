import { copyDatabase, dropDatabase } from '#server/test/administer.ts'
import type { TestServer } from '#server/test/global-setup.ts'

const variable = 'JOURNEYS_SERVER'

/** Passed through the environment, because programs are started both by tests and before all of them. */
export function exportServer(server: TestServer): void {
  process.env[variable] = JSON.stringify(server)
}

export interface ClusterDatabase {
  url: string
  drop(): Promise<void>
}

/** Whether journeys run on a cluster (docs/runbooks/cluster.md). */
export const inCluster = (): boolean => process.env[variable] !== undefined

let count = 0

/** A database for a program if journeys run on a cluster; null if it starts a server. */
export async function makeClusterDatabase(): Promise<ClusterDatabase | null> {
  const setting = process.env[variable]
  if (!setting) return null
  const server = JSON.parse(setting) as TestServer
  const name = `journeys_${process.pid}_${++count}`
  await copyDatabase(server, name, server.template)
  return {
    url: `postgres://leadloom_owner@${server.host}:${server.port}/${name}`,
    drop: () => dropDatabase(server, name),
  }
}
