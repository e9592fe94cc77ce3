import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { releaseFor } from './agency-shares.ts'
import { driverOf } from './driver/choose-driver.ts'
import {
  answerTo,
  type CopiedRows,
  type CopyBuffer,
  type CopyValue,
  type Driver,
  type Statement,
} from './driver/driver.ts'
import { isOnCluster } from './pool.ts'
import type { Answers, Scope, Tx } from './tx.ts'

const writing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * Queries with callbacks: with the driver's promises, the rows of every result survive minor garbage collections and
 * fill the heap until a major one, which costs 300 MB and a third more CPU time for a thousand rows per query.
 */
const ask = <Row extends QueryResultRow>(client: PoolClient, config: QueryConfig): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    client.query<Row>(config, answerTo(resolve, reject))
  })

/** Reads all results to the end, so that the connection's next user does not get them. Throws the first error. */
async function allAnswers<T extends readonly Promise<unknown>[] | []>(reads: T): Promise<Answers<T>> {
  const answers = await Promise.allSettled<unknown>(reads)
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }) as Answers<T>
}

/**
 * Unless the driver is the plain one, BEGIN leaves in one packet with the first query, and what `beforeCommit` was given in one packet with COMMIT: each
 * saves a round trip. If BEGIN or its scope fails, PostgreSQL refuses the first query, too, unless BEGIN was canceled before
 * it took effect: then that query runs alone, without a scope, and nothing follows it. A read-only transaction returns its
 * result before COMMIT is acknowledged, because nothing depends on that.
 */
export class OpenTx implements Tx {
  readonly scope: Scope
  readonly #client: PoolClient
  readonly #driver: Driver
  readonly #isPipelined: boolean
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
    this.#client = client
    this.#driver = driverOf(client)
    this.#isPipelined = this.#driver.pipeline(client, true)
    this.#pool = pool
    this.scope = scope
    this.#readOnly = readOnly
  }

  begin(text: string): void {
    this.#holdBack()
    this.#begun = ask(this.#client, { text })
    this.#begun.catch((error: Error) => (this.#notBegun = error))
    if (!this.#isPipelined) this.#last = this.#begun
  }

  /** Delays what is sent until this moment's work is done, so that it leaves in one packet and wakes the server once. */
  #holdBack(): void {
    process.nextTick(this.#driver.holdBack(this.#client))
  }

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>> {
    return this.#inOrder(() => ask<Row>(this.#client, { text, values }).then(this.#noteWriting))
  }

  prepared<Row extends QueryResultRow>(name: string, text: string, values: unknown[]): Promise<QueryResult<Row>> {
    return this.#inOrder(() => this.#driver.prepared<Row>(this.#client, { name, text, values }).then(this.#noteWriting))
  }

  copy(query: string, values: readonly CopyValue[], buffer?: CopyBuffer): Promise<CopiedRows> {
    return this.#inOrder(() => this.#driver.copyRows(this.#client, query, values, buffer))
  }

  together<T extends readonly Promise<unknown>[] | []>(ask: () => T): Promise<Answers<T>> {
    // Otherwise each waits for the one before it, as every statement does.
    if (!this.#isPipelined) return allAnswers(ask())
    return this.#inOrder(async () => {
      const letGo = this.#driver.holdBack(this.#client)
      this.#isTogether = true
      let reads: T
      try {
        reads = ask()
      } finally {
        this.#isTogether = false
        letGo()
      }
      return allAnswers(reads)
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
    const send = (statement: Statement): Promise<unknown> => this.#driver.prepared(this.#client, statement)
    this.#assertOneText()
    if (!this.#isPipelined) for (const statement of this.#beforeCommit) await send(statement)
    this.#holdBack()
    const entries = Promise.all(this.#isPipelined ? this.#beforeCommit.map(send) : [])
    const commit = Promise.all([ask(this.#client, { text: 'COMMIT' }), entries]).then(([{ command }]) => {
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: the error of a statement was ignored')
      this.#release()
      this.#runAfterCommit()
    })
    if (this.#readOnly) commit.catch((error: Error) => this.#release(error))
    else await commit
  }

  /** The driver refuses another text under a name without sending it, but would send the COMMIT behind it. */
  #assertOneText(): void {
    const texts: Record<string, string> = {}
    for (const { name, text } of this.#beforeCommit) {
      const firstText = texts[name] ?? this.#driver.textOf(this.#client, name) ?? text
      if (firstText !== text) throw new Error(`The prepared statement ${name} has two texts`)
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

  #release(failure?: Error): void {
    this.#released = true
    this.#driver.pipeline(this.#client, false)
    releaseFor(this.scope, this.#pool, this.#client, failure)
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
