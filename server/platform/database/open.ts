import { join } from 'node:path'
import { startEmbeddedPostgres } from './embedded.ts'
import { addressFromUrl, type DatabaseAddress } from './pool.ts'

export interface OpenDatabase {
  address: DatabaseAddress
  /** Stops the embedded server unless another process uses it too; does not touch an external server. */
  stop(): Promise<void>
}

/** The configured database: the operator's server by DATABASE_URL, else the embedded one in DATA_DIR. */
export async function openDatabase(
  config: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  say: (text: string) => void,
): Promise<OpenDatabase> {
  if (config.DATABASE_URL) return { address: addressFromUrl(config.DATABASE_URL), stop: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir: join(config.DATA_DIR, 'postgres'), say })
  return { address: { owner: server.ownerConfig, app: server.appConfig }, stop: () => server.stop() }
}
