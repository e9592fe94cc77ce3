import { Readable } from 'node:stream'
import type { DatabaseError, PoolClient } from 'pg'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { addSuppressions } from '#server/areas/identity/deletions/suppressions.ts'
import { verifyBook } from '#server/areas/ledger/verify-book.ts'
import { carryOutSuppressionsJob } from '#server/areas/privacy/suppressions/apply-suppressions.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { beginAsApp, booksOf, type MovingTools } from './export-tenant.ts'
import { endSchema, headerSchema, type Line, type TenantEnd, type TenantHeader } from './lines.ts'
import { readMovedTables } from './read-tables.ts'
import { RowWriter } from './write-rows.ts'

export type ImportingTools = MovingTools & Pick<Platform, 'appPool'>

const day_ms = 86_400_000
const peopleAtOnce = 1_000

/**
 * Takes an agency in, with its ids, in one transaction: completely or not at all. Throws `StartProblem` if this side has it already,
 * has another version or more than one operator, or if anything that must be there after it is not.
 */
export async function importTenant(tools: ImportingTools, lines: AsyncIterable<Line>): Promise<TenantHeader> {
  const source = lines[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done || first.value.kind !== 'H') throw new StartProblem('This is no file of an agency.')
  const header = headerSchema.parse(JSON.parse(first.value.text))
  const rootId = await fittingRoot(tools, header)
  for (const table of ['hit', 'visit'])
    await ensureDayPartitions(tools.ownerPool, table, tools.clock.now(), {
      daysBack: daysBack(tools, header),
      daysAhead: 2,
    })
  const importing = new Importing(tools, header, rootId)
  const client = await tools.ownerPool.connect()
  try {
    await importing.run(client, { [Symbol.asyncIterator]: () => source })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    await importing.removeFiles()
    throw explain(error)
  } finally {
    client.release()
  }
  await importing.tellOptOuts()
  return header
}

const daysBack = ({ clock }: ImportingTools, { oldest_ms }: TenantHeader): number =>
  oldest_ms === null ? 1 : Math.max(1, Math.ceil((clock.now() - oldest_ms) / day_ms) + 1)

async function fittingRoot({ ownerPool, appPool }: ImportingTools, header: TenantHeader): Promise<string> {
  const { rows } = await ownerPool.query<{ name: string }>(
    'select name from schema_migration order by number desc limit 1',
  )
  if (rows[0]?.name !== header.migration)
    throw new StartProblem(
      `The file is of version ${header.program} (up to ${header.migration}), this database is up to ${rows[0]?.name}: bring both sides to the same version, and export again.`,
    )
  const [rootId, ...others] = await readRoots({ appPool })
  if (rootId === undefined || others.length > 0)
    throw new StartProblem(
      `This installation has ${others.length + (rootId ? 1 : 0)} operators: an agency needs exactly one.`,
    )
  const { rowCount } = await inScope(appPool, { kind: 'root', rootId }, (tx) =>
    tx.query('select from company where id = $1', [header.agency_id]),
  )
  if (rowCount !== 0) throw new StartProblem(`The agency ${header.agency_id} is here already. Nothing was imported.`)
  return rootId
}

/** Names what is taken without its values, which may be somebody's address. */
function explain(error: unknown): unknown {
  const { code, table, constraint } = error as DatabaseError
  if (code !== '23505') return error
  return new StartProblem(
    `Something of the agency is taken here (${table}: ${constraint}), such as a host name or an address. Nothing was imported.`,
    { cause: error },
  )
}

class Importing {
  readonly #tools: ImportingTools
  readonly #header: TenantHeader
  readonly #rootId: string
  readonly #fileKeys: string[] = []
  #people: [string, string[]][] = []
  #optOuts: [string, string, number][] = []
  #firstOptOut_ms: number | null = null
  #file: { pieces: Readable; done: Promise<void> } | null = null

  constructor(tools: ImportingTools, header: TenantHeader, rootId: string) {
    this.#tools = tools
    this.#header = header
    this.#rootId = rootId
  }

  async run(client: PoolClient, lines: AsyncIterable<Line>): Promise<void> {
    await beginAsApp(client, this.#rootId, 'read committed')
    await client.query('create temp table known_person (old_id bigint primary key, known_id bigint) on commit drop')
    const rows = new RowWriter(client, this.#tools.secrets, await readMovedTables(client), this.#header, this.#rootId)
    let end: TenantEnd | null = null
    for await (const { kind, text } of lines) {
      if (kind !== 'B') await this.#endFile()
      if (kind === 'O') this.#optOuts.push(JSON.parse(text) as [string, string, number])
      else if (kind === 'P') await this.#addPerson(client, JSON.parse(text) as [string, string[]])
      else if (kind === 'N') {
        await this.#addKnown(client)
        await rows.begin(text)
      } else if (kind === 'S') rows.seal(JSON.parse(text) as [string, string, string][])
      else if (kind === 'R') await rows.add(text)
      else if (kind === 'K') this.#beginFile(text)
      else if (kind === 'B') this.#file!.pieces.push(Buffer.from(text, 'base64'))
      else if (kind === 'E') end = endSchema.parse(JSON.parse(text))
      else throw new StartProblem('The file is damaged. Nothing was imported.')
    }
    if (end === null) throw new StartProblem('The file is not whole: its end is missing. Nothing was imported.')
    await rows.finish()
    await this.#prove(client, end, rows.counts)
    await this.#suppress()
  }

  async #addPerson(client: PoolClient, person: [string, string[]]): Promise<void> {
    this.#people.push(person)
    if (this.#people.length >= peopleAtOnce) await this.#addKnown(client)
  }

  /** Who of the people that rows name is known here, by the hashes of their addresses. */
  async #addKnown(client: PoolClient): Promise<void> {
    if (this.#people.length === 0) return
    const hashes = this.#people.flatMap(([id, some]) => some.map((hash) => [id, hash] as const))
    this.#people = []
    const { rows } = await this.#tools.identityPool.query<{ old_id: string; known_id: string }>(
      `select old_id::text, min(person_id)::text as known_id from unnest($1::bigint[], $2::text[]) as given (old_id, hash)
         join person_key on person_key.hash = decode(given.hash, 'hex') group by old_id`,
      [hashes.map(([id]) => id), hashes.map(([, hash]) => hash)],
    )
    await client.query(
      'insert into known_person select * from unnest($1::bigint[], $2::bigint[]) on conflict do nothing',
      [rows.map(({ old_id }) => old_id), rows.map(({ known_id }) => known_id)],
    )
  }

  #beginFile(key: string): void {
    const pieces = new Readable({ read() {} })
    this.#fileKeys.push(key)
    this.#file = { pieces, done: this.#tools.files.store(key, pieces) }
    // Awaited at its end; a failure until then is not unhandled.
    this.#file.done.catch(() => {})
  }

  async #endFile(): Promise<void> {
    this.#file?.pieces.push(null)
    await this.#file?.done
    this.#file = null
  }

  async removeFiles(): Promise<void> {
    this.#file?.pieces.destroy()
    for (const key of this.#fileKeys) await this.#tools.files.remove(key)
  }

  /** Everything that left the other side is here, and the books are right, before anybody can see it. */
  async #prove(client: PoolClient, end: TenantEnd, counts: Readonly<Record<string, number>>): Promise<void> {
    const missing = Object.entries(end.rows).filter(([table, count]) => counts[table] !== count)
    if (missing.length > 0 || this.#fileKeys.length !== end.files)
      throw new StartProblem(
        `The file is not whole (${missing.map(([table]) => table).join(', ') || 'files'}). Nothing was imported.`,
      )
    const { agency_id: agencyId } = this.#header
    const proof = await verifyBook(client, { rootId: this.#rootId, agencyId })
    if ((await booksOf(client, agencyId)) !== end.books || proof.problems.length > 0)
      throw new StartProblem(
        `The books are not those that were exported: ${proof.problems.join('; ')}. Nothing was imported.`,
      )
  }

  /** Before the agency is there: whoever opted out on the other side is identified by nobody here. */
  async #suppress(): Promise<void> {
    const list = { optOuts: this.#optOuts, requests: [], cycles: [] }
    if (this.#optOuts.length > 0)
      this.#firstOptOut_ms = await inTransaction(this.#tools.identityPool, (client) => addSuppressions(client, list))
  }

  async tellOptOuts(): Promise<void> {
    const since_ms = this.#firstOptOut_ms
    if (since_ms === null) return
    await inScope(this.#tools.appPool, { kind: 'none' }, (tx) => addJob(tx, carryOutSuppressionsJob.name, { since_ms }))
  }
}
