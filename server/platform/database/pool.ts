import pg from 'pg'
import { Failure } from '../failure.ts'

/** How to reach one database in each of its two roles. */
export interface DatabaseAddress {
  owner: pg.ClientConfig
  app: pg.ClientConfig
}

export interface PoolSizes {
  /** Most connections as leadloom_app. */
  app?: number
  /** Most connections as the owner. */
  owner?: number
  /** How long a caller waits for a connection before it is turned away. */
  wait_ms?: number
  /** How long one statement of the application may run, unless its transaction says otherwise. */
  statement_ms?: number
}

export interface Pools {
  appPool: pg.Pool
  ownerPool: pg.Pool
  close(): Promise<void>
}

/** No connection came free in time: answers 503, and the caller may try again shortly. */
export class Overloaded extends Failure {
  constructor() {
    super('overloaded', { retryAfterSeconds: 1 })
  }
}

/**
 * Connections to a server of the operator's. The application's role is taken on at the start of each connection, so that
 * no query ever runs as the owner; a pooler in between must pass start-up options on (PgBouncer: session mode).
 */
export function addressFromUrl(url: string): DatabaseAddress {
  const base: pg.ClientConfig = { connectionString: url }
  return { owner: base, app: { ...base, options: '-c role=leadloom_app' } }
}

/** Makes the two pools. `report` hears of connections that broke while nobody used them; they are replaced by themselves. */
export function createPools(address: DatabaseAddress, report: (error: Error) => void, sizes: PoolSizes = {}): Pools {
  const wait_ms = sizes.wait_ms ?? 1_000
  const appOptions = `-c statement_timeout=${sizes.statement_ms ?? 5_000} -c idle_in_transaction_session_timeout=30000`
  const appPool = createPool(address.app, appOptions, sizes.app ?? 15, wait_ms, report)
  const ownerPool = createPool(address.owner, '', sizes.owner ?? 5, wait_ms, report)
  return {
    appPool,
    ownerPool,
    close: async () => {
      await Promise.all([appPool.end(), ownerPool.end()])
    },
  }
}

function createPool(
  config: pg.ClientConfig,
  options: string,
  max: number,
  wait_ms: number,
  report: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    options: [config.options, '-c timezone=UTC', options].filter(Boolean).join(' '),
    application_name: 'leadloom',
    keepAlive: true,
    max,
    connectionTimeoutMillis: wait_ms,
    idleTimeoutMillis: 60_000,
    types: { getTypeParser },
  })
  pool.on('error', report)
  // A connection can also break while it is lent out and between two queries; unheard, that would end the program.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Takes a connection. Throws `Overloaded` when none comes free in time. */
export async function take(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // The pool's only words for it; there is no code.
    if ((error as Error).message === 'timeout exceeded when trying to connect') throw new Overloaded()
    throw error
  }
}

/** A bigint column as a number. Throws beyond 2^53, where a number would silently be another one. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint column holds a value beyond 2^53')
  return value
}

const asText = (text: string): string => text

const { builtins } = pg.types
const int8Array = 1016
const dateArray = 1182

/**
 * How columns become values: bigint a number, numeric a string (exact), date and timestamp without zone strings (a Date
 * would shift them by the machine's zone), timestamptz a Date.
 */
const ownParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseInt8],
  [int8Array, (text) => pg.types.arrayParser(text, parseInt8)],
  [builtins.DATE, asText],
  [dateArray, (text) => pg.types.arrayParser(text, asText)],
  [builtins.TIMESTAMP, asText],
])

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  (format !== 'binary' && ownParsers.get(oid)) || pg.types.getTypeParser(oid, format)
