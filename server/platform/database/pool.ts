import pg from 'pg'
import { Failure } from '../failure.ts'
import { chooseDriver, driverOf, type DriverName } from './driver/choose-driver.ts'
import { settleTls } from './settle-tls.ts'

/** Connection settings of one database for each of its two roles. */
export interface DatabaseAddress {
  owner: pg.ClientConfig
  app: pg.ClientConfig
  /** An operator's server, in front of which a pooler may stand (`settleAddress`). */
  mayPool?: boolean
  /** A pooler takes no options: settings are made by a statement when a connection starts. */
  isPooled?: boolean
}

export interface PoolSizes {
  /** Maximum connections as leadloom_app. */
  app?: number
  /** Maximum connections as the owner. */
  owner?: number
  /** How long a caller waits for a connection before it is refused. */
  wait_ms?: number
  /** Default statement timeout of the application's transactions. */
  statement_ms?: number
  /** How statements are sent (driver/README.md). */
  driver?: DriverName
}

export interface Pools {
  appPool: pg.Pool
  ownerPool: pg.Pool
  close(): Promise<void>
}

/** No connection became free in time: answers 503, and the caller can retry shortly. */
export class Overloaded extends Failure {
  constructor() {
    super('overloaded', { retryAfterSeconds: 1 })
  }
}

const appRole = 'leadloom_app'

/** Connections to the operator's own server. The application's role is set when a connection starts. */
export function addressFromUrl(text: string): DatabaseAddress {
  const url = new URL(text)
  // The driver lets options in the URL replace ours, including the role: so they are extracted and merged.
  const options = url.searchParams.get('options') ?? undefined
  url.searchParams.delete('options')
  settleTls(url)
  const base: pg.ClientConfig = { connectionString: url.href, options }
  return { owner: base, app: { ...base, options: joinOptions(options, `-c role=${appRole}`) }, mayPool: true }
}

const joinOptions = (...options: (string | undefined)[]): string => options.filter(Boolean).join(' ')

/** Creates the two pools. `report` is called for broken idle connections; the pool replaces them. */
export function createPools(address: DatabaseAddress, report: (error: Error) => void, sizes: PoolSizes = {}): Pools {
  const wait_ms = sizes.wait_ms ?? 1_000
  const appOptions = `-c statement_timeout=${sizes.statement_ms ?? 5_000} -c idle_in_transaction_session_timeout=30000`
  const appPool = createPool(
    { ...address.app, options: joinOptions(address.app.options, appOptions) },
    { max: sizes.app ?? 15, connectionTimeoutMillis: wait_ms, onConnect: beginAsApp },
    report,
    { isPooled: address.isPooled, driver: sizes.driver },
  )
  // Only background work uses this pool. Five connections listen for as long as the program runs; it would not help if
  // a worker that cannot take its next job immediately gave up and looked again ten seconds later.
  const ownerPool = createPool(
    address.owner,
    { max: sizes.owner ?? 14, connectionTimeoutMillis: sizes.wait_ms ?? 10_000 },
    report,
    { isPooled: address.isPooled, driver: sizes.driver },
  )
  return {
    appPool,
    ownerPool,
    close: async () => {
      await Promise.all([appPool.end(), ownerPool.end()])
    },
  }
}

/** On a cluster, the scope's SET LOCAL is propagated to each node of a transaction; harmless on one server. */
const scopeOnEachNode = '-c citus.propagate_set_commands=local'

function createPool(
  config: pg.ClientConfig,
  limits: pg.PoolConfig,
  report: (error: Error) => void,
  { isPooled = false, driver = 'tuned' }: { isPooled?: boolean | undefined; driver?: DriverName | undefined },
): pg.Pool {
  const options = joinOptions(config.options, '-c timezone=UTC', scopeOnEachNode)
  const settings = isPooled ? settingsStatement(options) : null
  const pool = new pg.Pool({
    ...config,
    ...limits,
    options: settings === null ? options : undefined,
    onConnect: async (client) => {
      chooseDriver(client, driver)
      if (settings !== null) await client.query(settings)
      await limits.onConnect?.(client)
    },
    application_name: 'leadloom',
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    types: { getTypeParser },
  })
  pool.on('error', report)
  // A connection can also break while checked out, between queries; an unhandled error would end the program.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const onCluster = new WeakSet<pg.ClientBase>()

/** Whether a connection of the application leads to a cluster. */
export const isOnCluster = (client: pg.ClientBase): boolean => onCluster.has(client)

async function beginAsApp(client: pg.ClientBase): Promise<void> {
  await assertOwnRoles(client)
  await driverOf(client).prepareConnection(client)
}

/** Row-level security restricts the application's role only: any other role would see every tenant. */
async function assertOwnRoles(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string; cluster: boolean }>(
    `select current_user as role, to_regclass('pg_catalog.pg_dist_partition') is not null as cluster`,
  )
  if (rows[0]?.cluster) onCluster.add(client)
  if (rows[0]?.role !== appRole) throw new Error(`The application must connect as ${appRole}, not ${rows[0]?.role}`)
}

/** The pool's error message for this; it has no code. */
const noFreeConnection = 'timeout exceeded when trying to connect'
/** The driver's: a server that is too slow to open a connection in time, for instance under load. */
const slowConnection = 'Connection terminated due to connection timeout'

const messageOf = (error: unknown): string => (error as { message?: string } | null)?.message ?? ''

/** Whether no connection could be had in time, of those that exist or as a new one. */
export const isOutOfConnections = (error: unknown): boolean =>
  [noFreeConnection, slowConnection].includes(messageOf(error))

/** Whether a connection was not to be had, or was lost on the way. The driver's errors for this have no code. */
export const isWithoutConnection = (error: unknown): boolean =>
  isOutOfConnections(error) || messageOf(error).startsWith('Connection terminated')

/** Takes a connection. Throws `Overloaded` if none can be had in time. */
export async function acquireConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    if (isOutOfConnections(error)) throw new Overloaded()
    throw error
  }
}

/** A bigint column as a number. Throws above 2^53, where precision would be lost silently. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint column contains a value beyond 2^53')
  return value
}

const asText = (text: string): string => text

const { builtins } = pg.types
const int8Array = 1016
const dateArray = 1182
const textArray = 1009 as typeof builtins.TEXT
/** Arrays of elements whose text needs no escaping. */
const parseTexts = pg.types.getTypeParser(textArray) as (text: string) => (string | null)[]

const parseAnyInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => Date

/**
 * An instant as PostgreSQL writes it for these connections, in UTC: `2026-03-08 02:30:00.123+00`. The driver's own parser
 * takes twice as long; it is used for the years before 1 and after 9999, and for infinity.
 */
const parseInstant = (text: string): unknown =>
  text[4] === '-' && text[10] === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyInstant(text)

/**
 * How columns are parsed: bigint to a number, numeric to a string (exact), date and timestamp without time zone to
 * strings (a Date would shift them by the machine's time zone), timestamptz to a Date.
 */
const ownParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseInt8],
  [int8Array, (text) => parseTexts(text).map((item) => (item === null ? null : parseInt8(item)))],
  [builtins.DATE, asText],
  [dateArray, parseTexts],
  [builtins.TIMESTAMP, asText],
  [builtins.TIMESTAMPTZ, parseInstant],
])

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  (format !== 'binary' && ownParsers.get(oid)) || pg.types.getTypeParser(oid, format)

/** The settings of a connection's options, `-c name=value …`, as one statement for a pooler that takes no options. */
export function settingsStatement(options: string): string | null {
  const settings = [...options.matchAll(/(?:^|\s)(?:-c\s*|--)([\w.-]+)=((?:\\.|[^\s\\])*)/g)]
  if (settings.length === 0) return null
  const calls = settings.map(([, name, value]) => {
    const texts = [name!.replaceAll('-', '_'), value!.replaceAll(/\\(.)/g, '$1')].map((text) => pg.escapeLiteral(text))
    return `set_config(${texts.join(', ')}, false)`
  })
  return `select ${calls.join(', ')}`
}
