import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { templateName } from '../global-setup.ts'
import { makeTestFolder, databaseFolderRoot } from '../test-folder.ts'
import { ask, makeDatabase, makeRoles } from './make-database.ts'
import { startNodes } from './start-nodes.ts'

/** Three servers for the whole run, each with a template database of the same name that every test file clones. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => startCluster(project, false)

/** The same, optionally durable: the program refuses to run on servers that are not. */
export async function startCluster(project: TestProject, isDurable: boolean): Promise<() => Promise<void>> {
  const bin = process.env['CITUS_BIN']
  if (!bin) throw new Error('CITUS_BIN must be a folder of PostgreSQL with Citus')
  const folder = makeTestFolder(databaseFolderRoot())
  const nodes = await startNodes(bin, folder)
  await makeRoles(nodes)
  await makeDatabase(nodes, templateName)
  for (const node of nodes.all)
    await ask(nodes, node, 'postgres', [
      `alter database ${templateName} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${templateName}'`,
    ])
  if (isDurable) await nodes.makeDurable()
  const [coordinator, ...workers] = nodes.all
  project.provide('testServer', {
    host: '127.0.0.1',
    port: coordinator!.port,
    workers: workers.map(({ port }) => port),
    template: templateName,
  })
  return async () => {
    await nodes.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
