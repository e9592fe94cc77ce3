import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Secrets } from './crypto/secrets.ts'
import type { Signals } from './signals.ts'

/** What every use case can access: passed explicitly, created once at startup. */
export interface Platform {
  config: Config
  clock: Clock
  log: Logger
  /** Connections as the application's role, which row-level security restricts. */
  appPool: Pool
  /** Connections as the tables' owner: partitions, jobs, migrations. Never for a caller's data. */
  ownerPool: Pool
  /**
   * The database of identity data: the same one unless IDENTITY_DATABASE_URL is set. Never the application's own
   * connections, because it is queried in the middle of transactions.
   */
  identityPool: Pool
  /** Connections to the same database as its tables' owner, for the partitions of searches. */
  identityOwnerPool: Pool
  secrets: Secrets
  signals: Signals
}
