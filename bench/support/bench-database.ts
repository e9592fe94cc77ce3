import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPools, type Pools } from '#server/platform/database/pool.ts'

export interface BenchDatabase extends Pools {
  /** The data folder, for other processes that use the same database. */
  dataDir: string
  server: EmbeddedPostgres
}

/** Creates a migrated database with production settings, so that commits are just as durable. */
export async function createBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-bench-'))
  // Under root, PostgreSQL runs as another user who must be able to enter, or the data goes elsewhere and is left.
  chmodSync(dataDir, 0o755)
  const db = await openBenchDatabase(dataDir)
  return {
    ...db,
    async close() {
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens the database in this folder. Creates and migrates it if there is none. */
export async function openBenchDatabase(dataDir: string): Promise<BenchDatabase> {
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), diesWithProgram: true })
  const pools = createPools({ owner: server.ownerConfig, app: server.appConfig }, () => {})
  await migrate(pools.ownerPool)
  return {
    ...pools,
    dataDir,
    server,
    async close() {
      await pools.close()
      await server.stop()
    },
  }
}
