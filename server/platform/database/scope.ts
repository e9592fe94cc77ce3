import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseError, Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import { take } from './pool.ts'
import type { Scope, Tx } from './tx.ts'

export interface ScopeOptions {
  /** Refuses every write in the transaction. */
  readOnly?: boolean
  /** How long each statement of the transaction may run; 5 seconds where nothing is said. */
  statementTimeout_ms?: number
}

/**
 * Runs work in one transaction that sees only the scope's rows. Commits when the work resolves, rolls back when it
 * throws. The connection returns to the pool without any setting, or not at all when it broke.
 * Throws `Overloaded` when no connection is free; an error at COMMIT may mean that the outcome is unknown.
 */
export async function inScope<T>(
  pool: Pool,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  options: ScopeOptions = {},
): Promise<T> {
  const begin = beginText(scope, options)
  const client = await take(pool)
  const tx = new OpenTx(client)
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(tx)
    await tx.close('COMMIT')
    return result
  } catch (error) {
    await tx.close('ROLLBACK').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    client.release(broken)
    tx.runAfterCommit((error) => pool.emit('error', error, client))
  }
}

/** Serialization failure and deadlock: PostgreSQL asks to run the whole transaction again. */
const conflicts = new Set(['40001', '40P01'])

/** Runs a transaction again when PostgreSQL had to break it off because of another one. The work must be repeatable. */
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

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * BEGIN and the scope in one round trip. SET LOCAL with literal text, since set_config() does not reach the workers of a
 * Citus cluster; hence the strict check of each id.
 */
function beginText(scope: Scope, options: ScopeOptions): string {
  const begin = options.readOnly ? 'BEGIN READ ONLY' : 'BEGIN'
  const timeout_ms = options.statementTimeout_ms
  const timeout = timeout_ms === undefined ? '' : `; SET LOCAL statement_timeout = ${Math.trunc(timeout_ms)}`
  return begin + setting(scope) + timeout
}

function setting(scope: Scope): string {
  if (scope.kind === 'none') return ''
  const id = scope.kind === 'root' ? scope.rootId : scope.kind === 'agency' ? scope.agencyId : scope.clientId
  if (!uuid.test(id)) throw new TypeError(`The scope's ${scope.kind} id is no uuid`)
  return `; SET LOCAL app.${scope.kind}_id = '${id}'`
}

class OpenTx implements Tx {
  readonly #client: PoolClient
  #state: 'open' | 'committed' | 'closed' = 'open'
  #last: Promise<unknown> = Promise.resolve()
  readonly #afterCommit: (() => void)[] = []

  constructor(client: PoolClient) {
    this.#client = client
  }

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>> {
    return this.#inOrder(() => this.#client.query<Row>(text, values))
  }

  prepared<Row extends QueryResultRow>(name: string, text: string, values: unknown[]): Promise<QueryResult<Row>> {
    return this.#inOrder(() => this.#client.query<Row>({ name, text, values }))
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Ends the transaction once. A COMMIT that PostgreSQL answers with ROLLBACK is an error, not a success. */
  async close(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (this.#state === 'committed') return
    this.#state = 'closed'
    await this.#last.catch(() => {})
    const { command } = await this.#client.query(how)
    if (command !== how) throw new Error('The transaction was rolled back: a failed statement in it went unnoticed')
    if (how === 'COMMIT') this.#state = 'committed'
  }

  runAfterCommit(report: (error: Error) => void): void {
    if (this.#state !== 'committed') return
    for (const work of this.#afterCommit) {
      try {
        work()
      } catch (error) {
        // The commit stands: failing now would tell the caller that it did not.
        report(error as Error)
      }
    }
  }

  /** One query at a time, also when the work asks for several at once; none after the end of the transaction. */
  #inOrder<T>(run: () => Promise<T>): Promise<T> {
    if (this.#state !== 'open') return Promise.reject(new Error('The transaction has ended'))
    const next = this.#last.then(run, run)
    this.#last = next
    return next
  }
}
