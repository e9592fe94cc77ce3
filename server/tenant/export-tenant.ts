import type { PoolClient } from 'pg'
import { readSuppressions } from '#server/areas/identity/deletions/suppressions.ts'
import { dateOf } from '#server/platform/clock.ts'
import { timeOfId } from '#server/platform/ids.ts'
import { isOnCluster } from '#server/platform/database/pool.ts'
import type { Files } from '#server/platform/file-storage.ts'
import type { Platform } from '#server/platform/platform.ts'
import { programVersion } from '#server/platform/program-version.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { line } from './lines.ts'
import { readMovedTables, type MovedTable } from './read-tables.ts'
import { fileColumns, newValues, orders, staffValues } from './tables.ts'

export type MovingTools = Pick<Platform, 'ownerPool' | 'identityPool' | 'secrets' | 'clock'> & { files: Files }

const rowsAtOnce = 500
const peopleAtOnce = 1_000

interface Agency {
  id: string
  name: string
  rootId: string
}

/** All that belongs to one agency, as one moment saw it. Throws `StartProblem` if there is no such agency. */
export async function* exportLines(tools: MovingTools, agencyId: string): AsyncGenerator<string> {
  const client = await tools.ownerPool.connect()
  try {
    const agency = await findAgency(client, agencyId)
    const tables = await readMovedTables(client)
    yield line('H', await headerOf(tools, client, agency))
    const { optOuts } = await readSuppressions(tools.identityPool)
    for (const optOut of optOuts) yield line('O', optOut)
    yield* people(tools, client, tables, agencyId)
    const counts: Record<string, number> = {}
    for (const table of tables) yield* rowsOf(tools, client, { table, tables, agency, counts })
    const files = yield* filesOf(tools, client, agencyId)
    yield line('E', { rows: counts, files, books: await booksOf(client, agencyId) })
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/** The program's own role, which may read and write every table of an agency, in the scope of an operator. */
export async function beginAsApp(client: PoolClient, rootId: string, isolation: string): Promise<void> {
  if (isOnCluster(client)) throw new StartProblem('An agency cannot be moved from or to a cluster.')
  await client.query(`begin isolation level ${isolation}`)
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
  await client.query('set local role leadloom_app')
  await client.query(`select set_config('app.root_id', $1, true)`, [rootId])
}

async function findAgency(client: PoolClient, agencyId: string): Promise<Agency> {
  const { rows: roots } = await client.query<{ root_id: string }>(
    'select root_id from brand where company_id = root_id or agency_id = $1',
    [agencyId],
  )
  for (const { root_id } of roots) {
    await beginAsApp(client, root_id, 'repeatable read read only')
    const { rows } = await client.query<Agency>(
      `select id, name, root_id as "rootId" from company where id = $1 and kind = 'agency'`,
      [agencyId],
    )
    if (rows[0]) return rows[0]
    await client.query('rollback')
  }
  throw new StartProblem(`There is no agency ${agencyId}: its id is in the address of its page.`)
}

async function headerOf({ clock }: MovingTools, client: PoolClient, agency: Agency): Promise<object> {
  await client.query('set local role none')
  const { rows: migrations } = await client.query<{ name: string }>(
    'select name from schema_migration order by number desc limit 1',
  )
  await client.query('set local role leadloom_app')
  const { rows } = await client.query<{ id: string | null }>(
    `select id from ((select id from hit where agency_id = $1 order by id limit 1)
       union all (select id from visit where agency_id = $1 order by id limit 1)) as first order by id limit 1`,
    [agency.id],
  )
  return {
    format: 1,
    program: programVersion,
    migration: migrations[0]!.name,
    agency_id: agency.id,
    root_id: agency.rootId,
    name: agency.name,
    made_at: dateOf(clock.now()).toISOString(),
    oldest_ms: rows[0]?.id ? timeOfId(rows[0].id) : null,
  }
}

async function* pages<Row extends object>(client: PoolClient, query: string, values: unknown[]): AsyncGenerator<Row[]> {
  await client.query(`declare moved no scroll cursor for ${query}`, values)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${rowsAtOnce} from moved`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close moved')
}

/** By which hashes the other side may know the people whom rows name: their numbers mean others there. */
async function* people(
  { identityPool }: MovingTools,
  client: PoolClient,
  tables: readonly MovedTable[],
  agencyId: string,
): AsyncGenerator<string> {
  const each = tables
    .filter(({ hasPerson }) => hasPerson)
    .map(({ name }) => `select person_id from ${name} where agency_id = $1`)
  const query = `select distinct person_id::text as id from (${each.join(' union ')}) as named where person_id is not null`
  let waiting: string[] = []
  const flush = async (): Promise<string> => {
    const { rows } = await identityPool.query<{ id: string; hashes: string[] }>(
      `select person_id::text as id, array_agg(encode(hash, 'hex')) as hashes from person_key where person_id = any ($1::bigint[]) group by person_id`,
      [waiting],
    )
    waiting = []
    return rows.map(({ id, hashes }) => line('P', [id, hashes])).join('')
  }
  for await (const rows of pages<{ id: string }>(client, query, [agencyId])) {
    waiting.push(...rows.map(({ id }) => id))
    if (waiting.length >= peopleAtOnce) yield await flush()
  }
  if (waiting.length > 0) yield await flush()
}

interface Rows {
  table: MovedTable
  tables: readonly MovedTable[]
  agency: Agency
  counts: Record<string, number>
}

/** SQL for an object with other values than a row has. */
const withValues = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([column, value]) => ` || jsonb_build_object('${column}', ${value})`)
    .join('')

async function* rowsOf(
  tools: MovingTools,
  client: PoolClient,
  { table, tables, agency, counts }: Rows,
): AsyncGenerator<string> {
  const { name, columns, sealed, rows } = table
  const openPart = `to_jsonb(t)${sealed.map(({ column }) => ` - '${column}'`).join('')}`
  const secrets = sealed.map(({ column, context }) => `jsonb_build_array('${column}', t.${column}, ${context})`)
  const secretsOf = secrets.length > 0 ? `jsonb_build_array(${secrets.join(', ')})` : 'null::jsonb'
  const order = orders[name] ? ` order by ${orders[name]}` : ''
  const text = `select (${openPart}${withValues(newValues[name] ?? {})})::text as row, ${secretsOf} as sealed from ${name} t where ${rows}${order}`
  yield line('N', name)
  counts[name] = 0
  const emit = (batch: { row: string; sealed: [string, string | null, string][] | null }[]): string => {
    counts[name]! += batch.length
    return batch.map((one) => openedValues(tools, one.sealed) + line('R', one.row)).join('')
  }
  if (name === 'app_user') yield* staffOf(client, { columns, tables, agency })
  for await (const batch of pages<Parameters<typeof emit>[0][number]>(client, text, [agency.id])) yield emit(batch)
}

/** What is sealed with this side's key is in the file as it is: the file itself is encrypted. */
function openedValues({ secrets }: MovingTools, sealed: [string, string | null, string][] | null): string {
  const plainValues = (sealed ?? []).flatMap(([column, value, context]) =>
    value === null ? [] : [[column, secrets.open(value, context), context]],
  )
  return plainValues.length > 0 ? line('S', plainValues) : ''
}

/** The operator's people whom the agency's rows name. They are not counted: the other side may have them already. */
async function* staffOf(
  client: PoolClient,
  { columns, tables, agency }: { columns: string[]; tables: readonly MovedTable[]; agency: Agency },
): AsyncGenerator<string> {
  const naming = tables.flatMap(({ name, userColumns, rows }) =>
    userColumns.map((column) => `select t.${column} from ${name} t where ${rows}`),
  )
  const values = Object.fromEntries(Object.entries(staffValues).filter(([column]) => columns.includes(column)))
  const { rows } = await client.query<{ row: string }>(
    `select (to_jsonb(t)${withValues(values)})::text as row from app_user t
      where t.agency_id is null and t.id in (${naming.join(' union ')})`,
    [agency.id],
  )
  for (const { row } of rows) yield line('R', row)
}

const piece_bytes = 512 * 1024

async function* filesOf({ files }: MovingTools, client: PoolClient, agencyId: string): AsyncGenerator<string, number> {
  let count = 0
  for (const { table, column } of fileColumns) {
    const { rows } = await client.query<{ key: string }>(
      `select ${column} as key from ${table} where agency_id = $1 and ${column} is not null`,
      [agencyId],
    )
    for (const { key } of rows) {
      // A file whose time is over may be gone before its row says so.
      if ((await files.sizeOf(key)) === null) continue
      yield line('K', key)
      count += 1
      for await (const chunk of files.open(key) as AsyncIterable<Buffer>)
        for (let at = 0; at < chunk.length; at += piece_bytes)
          yield line('B', Buffer.from(chunk.subarray(at, at + piece_bytes)).toString('base64'))
    }
  }
  return count
}

/** Changes with any account, balance or transfer of an agency's book. */
export async function booksOf(client: PoolClient, agencyId: string): Promise<string> {
  const { rows } = await client.query<{ books: string }>(
    `select concat_ws(' ',
       (select concat(count(*), '/', sum(amount_e4), '/', md5(string_agg(concat(id, debit_account_id, credit_account_id, amount_e4), ',' order by id)))
          from ledger_transfer where agency_id = $1),
       (select concat(count(*), '/', md5(string_agg(concat(id, balance_e4), ',' order by id))) from ledger_account where agency_id = $1)) as books`,
    [agencyId],
  )
  return rows[0]!.books
}
