import { join } from 'node:path'
import { startEmbeddedPostgres } from './embedded.ts'
import { addressFromUrl, type DatabaseAddress } from './pool.ts'

export interface OpenDatabase {
  address: DatabaseAddress
  /** Stops the embedded server, unless a sister process uses it too; leaves a server of the operator's alone. */
  stop(): Promise<void>
}

/** The database that the configuration names: the operator's server by DATABASE_URL, else the embedded one in DATA_DIR. */
export async function openDatabase(
  config: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  say: (text: string) => void,
): Promise<OpenDatabase> {
  if (config.DATABASE_URL) return { address: addressFromUrl(config.DATABASE_URL), stop: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir: join(config.DATA_DIR, 'postgres'), say })
  return { address: { owner: server.ownerConfig, app: server.appConfig }, stop: () => server.stop() }
}
