import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseError, Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow, Submittable } from 'pg'
import { Failure } from '../failure.ts'
import { releaseFor, takeFor } from './agency-shares.ts'
import { copyRows, type CopiedRows, type CopyBuffer, type CopyValue } from './copy-rows.ts'
import { isOnCluster } from './pool.ts'
import { DescribedQuery, type Statement } from './described-query.ts'
import { queryInScope, type ScopeSetting } from './scoped-query.ts'
import type { Answers, Reader, Scope, Tx } from './tx.ts'

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
 * together and costs one round trip. Throws `Overloaded` if no connection is free.
 */
export async function readOnce<Row extends QueryResultRow>(
  pool: Pool,
  scope: Scope,
  statement: Statement,
): Promise<QueryResult<Row>> {
  const setting = checkedSetting(scope)
  const client = await takeFor(scope, pool)
  if (isOnCluster(client)) {
    releaseFor(scope, pool, client)
    return readOnCluster(pool, scope, statement)
  }
  try {
    const result = await queryInScope<Row>(client, setting, statement)
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

/** set_config() does not reach the workers of a cluster, whose planner must know the agency to find its node. */
const readOnCluster = <Row extends QueryResultRow>(
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
const raced = new Set(['23505', '23503'])

/**
 * Runs a transaction that checks before it writes: the loser of a race is retried and then fails its check, which says
 * what is wrong. The work must be repeatable. A recurring error is thrown.
 */
export async function settleRaces<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await retryConflicts(run)
  } catch (error) {
    if (!raced.has((error as DatabaseError).code ?? '')) throw error
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

const writing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Present in the driver but missing from its types. */
type PipelinedClient = PoolClient & {
  pipeline: boolean
  connection: { stream: Writable; parsedStatements: Texts; submittedNamedStatements: Texts }
}
/** Texts of the connection's prepared statements by name. */
type Texts = Readonly<Record<string, string | undefined>>

/**
 * Queries with callbacks: with the driver's promises, the rows of every result survive minor garbage collections and
 * fill the heap until a major one, which costs 300 MB and a third more CPU time for a thousand rows per query.
 */
const ask = <Row extends QueryResultRow>(client: PoolClient, config: QueryConfig): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    client.query<Row>(config, answerTo(resolve, reject))
  })

const queryPrepared = <Row extends QueryResultRow>(
  client: PoolClient,
  statement: Statement,
): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    client.query(new DescribedQuery(statement, answerTo(resolve, reject)) as unknown as Submittable)
  })

const answerTo =
  <Row extends QueryResultRow>(resolve: (result: QueryResult<Row>) => void, reject: (error: Error) => void) =>
  (error: Error | null, result: QueryResult): void => {
    if (!error) return resolve(result as QueryResult<Row>)
    Error.captureStackTrace(error)
    reject(error)
  }

/**
 * BEGIN leaves in one packet with the first query, and what `beforeCommit` was given in one packet with COMMIT: each
 * saves a round trip. If BEGIN or its scope fails, PostgreSQL refuses the first query, too, unless BEGIN was canceled before
 * it took effect: then that query runs alone, without a scope, and nothing follows it. A read-only transaction returns its
 * result before COMMIT is acknowledged, because nothing depends on that.
 */
class OpenTx implements Tx {
  readonly scope: Scope
  readonly #client: PipelinedClient
  readonly #pool: Pool
  readonly #readOnly: boolean
  #open = true
  #released = false
  #hasWritten = false
  #isTogether = false
  #begun: Promise<unknown> = Promise.resolve()
  /** Why there is no transaction to run statements in. */
  #notBegun: Error | undefined
  #last: Promise<unknown> = Promise.resolve()
  readonly #beforeCommit: (Statement & { name: string })[] = []
  readonly #afterCommit: (() => void)[] = []

  constructor(client: PoolClient, pool: Pool, scope: Scope, readOnly: boolean) {
    this.#client = client as PipelinedClient
    this.#pool = pool
    this.scope = scope
    this.#readOnly = readOnly
    this.#client.pipeline = true
  }

  begin(text: string): void {
    this.#holdBack()
    this.#begun = ask(this.#client, { text })
    this.#begun.catch((error: Error) => (this.#notBegun = error))
  }

  /** Delays what is sent until this moment's work is done, so that it leaves in one packet and wakes the server once. */
  #holdBack(): void {
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>> {
    return this.#inOrder(() => ask<Row>(this.#client, { text, values }).then(this.#noteWriting))
  }

  prepared<Row extends QueryResultRow>(name: string, text: string, values: unknown[]): Promise<QueryResult<Row>> {
    return this.#inOrder(() => queryPrepared<Row>(this.#client, { name, text, values }).then(this.#noteWriting))
  }

  copy(query: string, values: readonly CopyValue[], buffer?: CopyBuffer): Promise<CopiedRows> {
    return this.#inOrder(() => copyRows(this.#client, query, values, buffer))
  }

  together<T extends readonly Promise<unknown>[] | []>(ask: () => T): Promise<Answers<T>> {
    return this.#inOrder(async () => {
      const { stream } = this.#client.connection
      this.#isTogether = true
      stream.cork()
      let reads: T
      try {
        reads = ask()
      } finally {
        this.#isTogether = false
        stream.uncork()
      }
      // Reads all results to the end, so that the connection's next user does not get them.
      const answers = await Promise.allSettled<unknown>(reads)
      return answers.map((answer) => {
        if (answer.status === 'rejected') throw answer.reason
        return answer.value
      }) as Answers<T>
    })
  }

  get isOnCluster(): boolean {
    return isOnCluster(this.#client)
  }

  get hasWritten(): boolean {
    return this.#hasWritten
  }

  readonly #noteWriting = <Row extends QueryResultRow>(result: QueryResult<Row>): QueryResult<Row> => {
    if (writing.has(result.command) && result.rowCount !== 0) this.#hasWritten = true
    return result
  }

  beforeCommit(name: string, text: string, values: readonly (string | null)[]): void {
    if (!this.#open) throw new Error('The transaction has ended')
    // It would fail with a commit that nobody waits for, and be missed by nobody.
    if (this.#readOnly) throw new Error('The transaction is read-only')
    this.#beforeCommit.push({ name, text, values: [...values] })
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Throws if PostgreSQL answers COMMIT with ROLLBACK, as it does after a failed statement that was swallowed. */
  async commit(): Promise<void> {
    this.#open = false
    await this.#begun
    await this.#last.catch(() => {})
    this.#assertOneText()
    this.#holdBack()
    const entries = Promise.all(this.#beforeCommit.map((statement) => queryPrepared(this.#client, statement)))
    const ended = Promise.all([ask(this.#client, { text: 'COMMIT' }), entries]).then(([{ command }]) => {
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: the error of a statement was ignored')
      this.#release()
      this.#runAfterCommit()
    })
    if (this.#readOnly) ended.catch((error: Error) => this.#release(error))
    else await ended
  }

  /** The driver refuses another text under a name without sending it, but would send the COMMIT behind it. */
  #assertOneText(): void {
    const { parsedStatements, submittedNamedStatements } = this.#client.connection
    const texts: Record<string, string> = {}
    for (const { name, text } of this.#beforeCommit) {
      const known = texts[name] ?? parsedStatements[name] ?? submittedNamedStatements[name] ?? text
      if (known !== text) throw new Error(`The prepared statement ${name} has two texts`)
      texts[name] = text
    }
  }

  async rollBack(): Promise<void> {
    this.#open = false
    if (this.#released) return
    await this.#last.catch(() => {})
    if (this.#notBegun) {
      this.#release(this.#notBegun)
      return
    }
    await ask(this.#client, { text: 'ROLLBACK' }).then(
      () => this.#release(),
      (error: Error) => this.#release(error),
    )
  }

  #release(broken?: Error): void {
    this.#released = true
    this.#client.pipeline = false
    releaseFor(this.scope, this.#pool, this.#client, broken)
  }

  #runAfterCommit(): void {
    for (const work of this.#afterCommit) {
      try {
        work()
      } catch (error) {
        // The commit has succeeded; an error now would tell the caller otherwise.
        this.#pool.emit('error', error as Error, this.#client)
      }
    }
  }

  /** One query at a time, even if the work sends several at once; none after the end of the transaction. */
  #inOrder<T>(run: () => Promise<T>): Promise<T> {
    if (!this.#open) return Promise.reject(new Error('The transaction has ended'))
    if (this.#isTogether) return run()
    const start = (): Promise<T> => (this.#notBegun ? Promise.reject(this.#notBegun) : run())
    const next = this.#last.then(start, start)
    this.#last = next
    return next
  }
}
