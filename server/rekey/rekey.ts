import { readRoots } from '#server/areas/branding/read-roots.ts'
import { sealedWith, type Secrets } from '#server/platform/crypto/secrets.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Reader } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sealedColumns, sealedJobs, type SealedColumn } from './sealed-columns.ts'

export interface Rekeyed {
  /** The table and column, or the queue. */
  place: string
  resealed: number
  /** Values that no key of the ring opens: they stay as they are. */
  unopened: number
}

type Tools = Pick<Platform, 'appPool' | 'ownerPool' | 'secrets'>

interface SealedValue {
  key: string[]
  old: string
  context: string
}

const rowsAtOnce = 200
const maxStalls = 10

/**
 * Seals everything again that another than the first master key sealed. Safe while the program runs: a value that was changed
 * meanwhile stays. What is done is not done again, so that an interrupted run goes on where it was.
 */
export async function rekey(platform: Tools, report: (place: Rekeyed) => void = () => {}): Promise<Rekeyed[]> {
  const places: Rekeyed[] = []
  const note = (place: Rekeyed): void => {
    places.push(place)
    report(place)
  }
  const scopedTables = await readScopedTables(platform)
  for (const column of sealedColumns) note(await rekeyColumn(platform, column, scopedTables.has(column.table)))
  note(await rekeyJobs(platform))
  return places
}

/** Tables that show nothing without a scope, not even to their owner. */
async function readScopedTables({ ownerPool }: Tools): Promise<Set<string>> {
  const { rows } = await ownerPool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`,
  )
  return new Set(rows.map(({ name }) => name))
}

async function rekeyColumn(platform: Tools, sealed: SealedColumn, isScoped: boolean): Promise<Rekeyed> {
  const { table, column, key, context } = sealed
  const select = `select array[${key.map((name) => `${name}::text`).join(', ')}] as key, ${column} as old, ${context} as context
     from ${table} where ${column} is not null and not starts_with(${column}, $1)
    order by ${key.join(', ')} offset $2 limit ${rowsAtOnce}`
  const update = `update ${table} set ${column} = $1 where ${column} = $2
     and ${key.map((name, index) => `${name} = $${index + 3}`).join(' and ')}`
  const roots = isScoped ? await readRoots(platform) : [null]
  const total: Rekeyed = { place: `${table}.${column}`, resealed: 0, unopened: 0 }
  for (const rootId of roots) {
    const inBatch = <T>(work: (db: Pick<Reader, 'query'>) => Promise<T>): Promise<T> =>
      rootId === null ? work(platform.ownerPool) : inScope(platform.appPool, { kind: 'root', rootId }, work)
    const part = await resealAll(
      platform.secrets,
      (prefix, skipped) => inBatch(async (db) => (await db.query<SealedValue>(select, [prefix, skipped])).rows),
      (values) =>
        inBatch(async (db) => {
          let changes = 0
          for (const { key: keys, old, sealed: value } of values)
            changes += (await db.query(update, [value, old, ...keys])).rowCount ?? 0
          return changes
        }),
    )
    total.resealed += part.resealed
    total.unopened += part.unopened
  }
  return total
}

async function rekeyJobs({ ownerPool, secrets }: Tools): Promise<Rekeyed> {
  const part = await resealAll(
    secrets,
    async (prefix, skipped) => {
      const { rows } = await ownerPool.query<SealedValue>(
        `select array[job.id::text] as key, payload ->> 'sealed' as old, given.context
           from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
           join unnest($1::text[], $2::text[]) as given (name, context) on given.name = task.identifier
          where not starts_with(payload ->> 'sealed', $3) order by job.id offset $4 limit ${rowsAtOnce}`,
        [Object.keys(sealedJobs), Object.values(sealedJobs), prefix, skipped],
      )
      return rows
    },
    async (values) => {
      const { rowCount } = await ownerPool.query(
        `update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{sealed}', to_jsonb(given.sealed))::json
           from unnest($1::bigint[], $2::text[], $3::text[]) as given (job_id, old, sealed)
          where id = job_id and payload ->> 'sealed' = old`,
        [values.map(({ key }) => key[0]), values.map(({ old }) => old), values.map(({ sealed }) => sealed)],
      )
      return rowCount ?? 0
    },
  )
  return { place: 'queued jobs', ...part }
}

/** Batch by batch; what cannot be opened stays in front and is skipped. */
async function resealAll(
  secrets: Secrets,
  readBatch: (prefix: string, skipped: number) => Promise<SealedValue[]>,
  writeBatch: (values: (SealedValue & { sealed: string })[]) => Promise<number>,
): Promise<Omit<Rekeyed, 'place'>> {
  const total = { resealed: 0, unopened: 0 }
  let stalls = 0
  while (stalls < maxStalls) {
    const batch = await readBatch(sealedWith(secrets), total.unopened)
    if (batch.length === 0) return total
    const values = batch.flatMap((value) => {
      const plain = openOrNull(secrets, value)
      return plain === null ? [] : [{ ...value, sealed: secrets.seal(plain, value.context) }]
    })
    total.unopened += batch.length - values.length
    const changes = values.length > 0 ? await writeBatch(values) : 0
    total.resealed += changes
    // Whoever changes a value meanwhile does so once; a batch that never changes is a fault.
    stalls = values.length > 0 && changes === 0 ? stalls + 1 : 0
  }
  throw new Error('sealed values cannot be changed')
}

function openOrNull(secrets: Secrets, { old, context }: SealedValue): string | null {
  try {
    return secrets.open(old, context)
  } catch {
    return null
  }
}
