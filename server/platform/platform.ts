import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Secrets } from './crypto/secrets.ts'
import type { Signals } from './signals.ts'

/** What every use case may reach: passed along explicitly, made once at the start. */
export interface Platform {
  config: Config
  clock: Clock
  log: Logger
  /** Connections as the application's role, which row-level security binds. */
  appPool: Pool
  /** Connections as the tables' owner: partitions, jobs, migrations. Never for a caller's data. */
  ownerPool: Pool
  /**
   * Where identity data lives: the same database unless IDENTITY_DATABASE_URL says otherwise. Never the application's own
   * connections: it is asked in the middle of transactions.
   */
  identityPool: Pool
  secrets: Secrets
  signals: Signals
}
