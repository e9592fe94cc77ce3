import type { DatabaseError } from 'pg'
import { machineTime } from '../clock.ts'
import { compareMasterKey } from '../compare-master-key.ts'
import { listMigrations } from '../database/migrate.ts'
import { storesFiles } from '../files-folder.ts'
import { databaseStorageProblem, filesStorageProblem } from '../find-full-storage.ts'
import type { Platform } from '../platform.ts'
import { sealingKeysOf } from './sealing-keys.ts'

/** Why this process cannot do its work now, one sentence each; none if it can. */
export type Ask = () => Promise<readonly string[]>

const rememberReady_ms = 500
const rememberStorage_ms = 10_000
const rememberSchema_ms = 10_000

/**
 * Whether this process can do its work: the database answers, has the tables that this program needs and can store; people
 * can sign in, where it serves them; `further` says the same of its background jobs (decision 289).
 */
export function createReadiness(platform: Platform, further: Ask = async () => []): Ask {
  const storage = remembered(platform, rememberStorage_ms, () => storageProblems(platform))
  const schema = remembered(platform, rememberSchema_ms, () => schemaProblems(platform))
  // A load balancer that polls often must not become the load that it measures.
  return remembered(platform, rememberReady_ms, async () => {
    const database = await databaseProblems(platform)
    if (database.length > 0) return [...database, ...(await further())]
    return [...(await storage()), ...(await schema()), ...(await signInProblems(platform)), ...(await further())]
  })
}

/** Asks at most once in this time. The clock may also have been set back. */
export function remembered<T>({ clock }: Pick<Platform, 'clock'>, longest_ms: number, ask: () => Promise<T>) {
  let last: { at_ms: number; answer: Promise<T> } | null = null
  return (): Promise<T> => {
    const now_ms = machineTime(clock)
    if (!last || Math.abs(now_ms - last.at_ms) >= longest_ms) last = { at_ms: now_ms, answer: ask() }
    return last.answer
  }
}

/** Nobody could sign in to a program that started with another key at the same moment as the first one. */
const databaseProblems = (platform: Platform): Promise<string[]> =>
  compareMasterKey(platform.appPool, platform.secrets).then(
    (state) => (state === 'another' ? ['the stored secrets were encrypted with another master key'] : []),
    (error: DatabaseError) => [
      error.code === '53300' ? 'the database has no free connection left' : 'the database is not responding',
    ],
  )

/** Whether something can still be stored, by a real write: nothing else shows a full disk. */
const storageProblems = (platform: Platform): Promise<string[]> =>
  databaseStorageProblem(platform.ownerPool)
    .catch(() => 'the database is not responding')
    .then((database) =>
      [database, storesFiles(platform.config) ? filesStorageProblem(platform.config) : null].filter(
        (problem) => problem !== null,
      ),
    )

/** Migrations of a newer program do no harm: it replaces the processes of this one, one by one. */
const schemaProblems = (platform: Platform): Promise<string[]> =>
  countPendingMigrations(platform).then(
    (pending) => (pending === 0 ? [] : [`the database lacks ${pending} migrations of this program`]),
    () => ['the database is not responding'],
  )

/** Counts this program's migrations that the database does not have: after a restore of an older copy, for example. */
export async function countPendingMigrations({ ownerPool }: Pick<Platform, 'ownerPool'>): Promise<number> {
  const { rows } = await ownerPool.query<{ pending: number }>(
    `select count(*)::int as pending from unnest($1::text[]) as file
      where not exists (select from schema_migration where name = file)`,
    [listMigrations()],
  )
  return rows[0]!.pending
}

/** What a browser needs before anything else: without keys to encrypt with, nobody can sign in. */
async function signInProblems(platform: Platform): Promise<string[]> {
  if (!platform.config.ROLES.includes('web')) return []
  return sealingKeysOf(platform)
    .current()
    .then(
      () => [],
      () => ['nobody can sign in: the keys of browsers cannot be read'],
    )
}
