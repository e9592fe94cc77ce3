import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPools, type Pools } from '#server/platform/database/pool.ts'

export interface BenchDatabase extends Pools {
  /** The data folder, for other programs that are to use the same database. */
  dataDir: string
  server: EmbeddedPostgres
}

/** A new, migrated database with the settings of real use, so that commits are as durable as there. */
export async function createBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-bench-'))
  // Started by root, PostgreSQL runs as somebody else, who must be able to enter: else its data is kept, and left, elsewhere.
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

/** The database in this folder, made and migrated when there is none. */
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
