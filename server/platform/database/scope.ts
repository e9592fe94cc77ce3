import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseError, Pool, QueryResult, QueryResultRow } from 'pg'
import { Failure } from '../failure.ts'
import { releaseFor, takeFor } from './agency-shares.ts'
import { driverOf } from './driver/choose-driver.ts'
import type { ScopeSetting, Statement } from './driver/driver.ts'
import { OpenTx } from './open-tx.ts'
import { isOnCluster } from './pool.ts'
import type { Reader, Scope, Tx } from './tx.ts'

export interface ScopeOptions {
  /** Refuses all writes in the transaction. */
  readOnly?: boolean
  /** Timeout of each statement in the transaction; 5 seconds by default. */
  statementTimeout_ms?: number
}

/**
 * Runs work in one transaction that sees only the scope's rows. Commits when the work resolves, rolls back when it
 * throws. The connection returns to the pool without any setting, or is discarded if it broke. Throws `Overloaded` if
 * no connection is free; an error at COMMIT may mean that the outcome is unknown.
 */
export async function inScope<T>(
  pool: Pool,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  options: ScopeOptions = {},
): Promise<T> {
  const begin = beginText(scope, options)
  const tx = new OpenTx(await takeFor(scope, pool), pool, scope, options.readOnly ?? false)
  try {
    tx.begin(begin)
    const result = await work(tx)
    await tx.commit()
    return result
  } catch (error) {
    await tx.rollBack()
    throw error
  }
}

/**
 * Reads with one statement in its own read-only transaction that sees only the scope's rows. Everything is sent
 * together and costs one round trip, unless the driver is the plain one. Throws `Overloaded` if no connection is free.
 */
export async function readOnce<Row extends QueryResultRow>(
  pool: Pool,
  scope: Scope,
  statement: Statement,
): Promise<QueryResult<Row>> {
  const setting = checkedSetting(scope)
  const client = await takeFor(scope, pool)
  const { readInScope } = driverOf(client)
  if (!readInScope || isOnCluster(client)) {
    releaseFor(scope, pool, client)
    return readInTransaction(pool, scope, statement)
  }
  try {
    const result = await readInScope<Row>(client, setting, statement)
    releaseFor(scope, pool, client)
    return result
  } catch (thrown) {
    // A failed statement ends its transaction but not the connection; after any other error the connection is unusable.
    const error = thrown as DatabaseError
    releaseFor(scope, pool, client, error.severity !== 'ERROR' && error)
    Error.captureStackTrace(error)
    throw error
  }
}

/** Also on a cluster: set_config() does not reach its workers, whose planner must know the agency to find its node. */
const readInTransaction = <Row extends QueryResultRow>(
  pool: Pool,
  scope: Scope,
  { name, text, values }: Statement,
): Promise<QueryResult<Row>> =>
  inScope(pool, scope, (tx) => (name === undefined ? tx.query(text, values) : tx.prepared(name, text, values)), {
    readOnly: true,
  })

/** Reads without a transaction across statements: each statement runs separately, as with `readOnce`. */
export const readerIn = (pool: Pool, scope: Scope): Reader => ({
  query: (text, values = []) => readOnce(pool, scope, { text, values }),
  prepared: (name, text, values) => readOnce(pool, scope, { name, text, values }),
})

/** Serialization failure and deadlock: PostgreSQL asks to retry the whole transaction. */
const conflicts = new Set(['40001', '40P01'])

/** Retries a transaction that PostgreSQL aborted because of a concurrent one. The work must be repeatable. */
export async function retryConflicts<T>(run: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !conflicts.has((error as DatabaseError).code ?? '')) throw error
      await sleep(5 * 2 ** attempt)
    }
  }
}

/**
 * Retries while no connection is free, each time for as long as a call waits for one: for the steps of work that takes
 * minutes, which a busy moment must not end.
 */
export async function retryOverloaded<T>(run: () => Promise<T>, attempts = 10): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !(error instanceof Failure && error.code === 'overloaded')) throw error
    }
  }
}

/** Unique and foreign key violations: something has changed since it was checked. */
const raceCodes = new Set(['23505', '23503'])

/**
 * Runs a transaction that checks before it writes: the loser of a race is retried and then fails its check, which says
 * what is wrong. The work must be repeatable. A recurring error is thrown.
 */
export async function settleRaces<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await retryConflicts(run)
  } catch (error) {
    if (!raceCodes.has((error as DatabaseError).code ?? '')) throw error
    return retryConflicts(run)
  }
}

/**
 * Reads rows of the whole operator inside a transaction with a narrower scope, which sees none of them otherwise; the
 * transaction keeps its locks and writes. Only for what a checked path names, also where rows are changed that their
 * owner may not see, such as the attempts to charge a client; the previous scope is restored afterwards.
 */
export async function readAsRoot<T>(tx: Tx, rootId: string, read: () => Promise<T>): Promise<T> {
  if (tx.scope.kind === 'root') return read()
  await tx.query(settingText({ kind: 'root', rootId }))
  const narrow = (): Promise<unknown> => tx.query(`SET LOCAL app.root_id = ''`)
  // After a failed statement this fails too, and the settings end with the transaction.
  const result = await read().catch((error: unknown) =>
    narrow().then(
      () => Promise.reject(error),
      () => Promise.reject(error),
    ),
  )
  await narrow()
  return result
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * BEGIN and the scope in one round trip. SET LOCAL with literal text, since set_config() does not reach the workers of
 * a Citus cluster; hence the strict check of each id.
 */
function beginText(scope: Scope, options: ScopeOptions): string {
  const begin = options.readOnly ? 'BEGIN READ ONLY' : 'BEGIN'
  const timeout_ms = options.statementTimeout_ms
  const timeout = timeout_ms === undefined ? '' : `; SET LOCAL statement_timeout = ${Math.trunc(timeout_ms)}`
  return begin + setting(scope) + timeout
}

const setting = (scope: Scope): string => (scope.kind === 'none' ? '' : `; ${settingText(scope)}`)

function settingText(scope: Exclude<Scope, { kind: 'none' }>): string {
  const [name, id] = checkedSetting(scope)
  return `SET LOCAL ${name} = '${id}'`
}

/** Without a scope, an empty setting, as between transactions: no row is visible. */
function checkedSetting(scope: Scope): ScopeSetting {
  if (scope.kind === 'none') return ['app.agency_id', '']
  const [name, id] = settingOf(scope)
  if (!uuid.test(id)) throw new TypeError(`The scope's ${scope.kind} id is not a UUID`)
  return [`app.${name}`, id]
}

function settingOf(scope: Exclude<Scope, { kind: 'none' }>): [name: string, id: string] {
  if (scope.kind === 'root') return ['root_id', scope.rootId]
  if (scope.kind === 'agency') return ['agency_id', scope.agencyId]
  return scope.kind === 'client' ? ['client_id', scope.clientId] : ['user_id', scope.userId]
}
