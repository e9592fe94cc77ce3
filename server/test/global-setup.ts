import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { isAlive } from '../platform/database/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded.ts'
import { makeTestFolder, databaseFolderRoot, folderRoots, testFolderName } from './test-folder.ts'
import { setUpDatabase } from '../set-up-database.ts'
import { createPools } from '../platform/database/pool.ts'

/** What a test worker needs to clone its own database. */
export interface TestServer {
  /** A socket folder, or an IP address. */
  host: string
  port: number
  /** The ports of a cluster's other servers, which have each database under the same name. */
  workers: number[]
  template: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

export const templateName = 'leadloom_template'

/** One server for the whole run, with one migrated template database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeFoldersOfKilledRuns()
  const dataDir = makeTestFolder(databaseFolderRoot())
  const server = await startEmbeddedPostgres({ dataDir, profile: 'test', diesWithProgram: true })
  await makeTemplate(server.adminConfig, server.ownerConfig)
  project.provide('testServer', {
    host: server.socketFolder,
    port: 5432,
    workers: [],
    template: templateName,
  })
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(adminConfig: pg.ClientConfig, ownerConfig: pg.ClientConfig): Promise<void> {
  const admin = new pg.Client(adminConfig)
  await admin.connect()
  await admin.query(`create database ${templateName} owner leadloom_owner`)
  const config = { ...ownerConfig, database: templateName }
  const pools = createPools({ owner: config, app: config }, () => {})
  await setUpDatabase(pools.ownerPool)
  await pools.close()
  // A template with open connections cannot be cloned.
  await admin.query(`alter database ${templateName} allow_connections false`)
  await admin.end()
}

/**
 * Removes the folders that killed runs left behind; their servers stop by themselves, and may still be writing. What
 * can't be removed, such as a small disk still mounted, is left: it hinders nobody.
 */
function removeFoldersOfKilledRuns(): void {
  for (const folder of folderRoots)
    for (const name of readdirSync(folder)) {
      const pid = Number(testFolderName.exec(name)?.[1])
      if (!pid || isAlive(pid)) continue
      try {
        rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
      } catch {}
    }
}
