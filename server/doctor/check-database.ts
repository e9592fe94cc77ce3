import { readdirSync } from 'node:fs'
import type { Pool } from 'pg'
import { dateOf } from '#server/platform/clock.ts'
import {
  durabilityFault,
  encodingFault,
  readServer,
  versionFault,
  type ServerFault,
} from '#server/platform/database/check-server.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const day_ms = 86_400_000

interface DatabasePools {
  ownerPool: Pool
  appPool: Pool
}

/** The server, its settings, migrations, the application's role, and the partitions for tomorrow's hits. */
export async function checkDatabase(pools: DatabasePools, now_ms: number): Promise<Finding[]> {
  return [...(await checkIdentityDatabase(pools)), await checkPartitions(pools.ownerPool, now_ms)]
}

/** The same of identity data's own database, which takes no hits. */
export async function checkIdentityDatabase({ ownerPool, appPool }: DatabasePools): Promise<Finding[]> {
  return [...serverFindings(await readServer(ownerPool)), await checkMigrations(ownerPool), await checkRole(appPool)]
}

function serverFindings(server: Awaited<ReturnType<typeof readServer>>): Finding[] {
  const say = (fault: ServerFault | null, text: string): Finding =>
    fault ? failure(fault.text, fault.advice) : ok(text)
  return [
    say(versionFault(server), `PostgreSQL ${server.version} is responding`),
    say(encodingFault(server), 'the database is encoded in UTF8'),
    say(durabilityFault(server), 'acknowledged writes are durable'),
  ]
}

/** Claims of deliveries outlast the work that they are for by eight seconds (decision 130). */
const clocksDiffer_ms = 2_000

export async function checkClock(pool: Pool, now_ms: number): Promise<Finding> {
  const { rows } = await pool.query<{ ahead_ms: number }>(
    `select (extract(epoch from $1::timestamptz - clock_timestamp()) * 1000)::float8 as ahead_ms`,
    [dateOf(now_ms)],
  )
  const { ahead_ms } = rows[0]!
  if (Math.abs(ahead_ms) <= clocksDiffer_ms) return ok('the clocks of this machine and the database agree')
  const seconds = Math.round(Math.abs(ahead_ms) / 1_000)
  return warning(
    `the clock of this machine is ${seconds} s ${ahead_ms > 0 ? 'ahead of' : 'behind'} the database’s: leads may be sent twice`,
    'Synchronize both with NTP.',
  )
}

async function checkMigrations(pool: Pool): Promise<Finding> {
  const { rows: there } = await pool.query<{ there: boolean }>(
    `select to_regclass('schema_migration') is not null as there`,
  )
  if (!there[0]?.there) return failure('the database is empty', 'Run npm start: it creates all tables.')
  const { rows } = await pool.query<{ name: string }>('select name from schema_migration')
  const appliedNames = new Set(rows.map(({ name }) => name))
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
  const waiting = files.filter((name) => !appliedNames.has(name))
  const unknownNames = [...appliedNames].filter((name) => !files.includes(name))
  if (unknownNames.length > 0)
    return failure(
      `the database is newer than this program: it has ${unknownNames.join(', ')}`,
      'Start the newer version.',
    )
  return waiting.length === 0
    ? ok(`all ${files.length} migrations are applied`)
    : failure(`${waiting.length} pending migrations: ${waiting.join(', ')}`, 'Run npm start, which applies them.')
}

async function checkRole(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string; above: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as above from pg_roles where rolname = current_user',
  )
  const { name, above } = rows[0]!
  return name === 'leadloom_app' && !above
    ? ok('row-level security applies to the program’s role')
    : failure(`the program would run as ${name}, which bypasses row-level security`, 'Run it as leadloom_app.')
}

async function checkPartitions(pool: Pool, now_ms: number): Promise<Finding> {
  // The bound of a day's partition contains the lowest id of that day.
  const tomorrow = lowestUuidAt(Math.floor(now_ms / day_ms) * day_ms + day_ms)
  const { rows } = await pool.query<{ name: string }>(
    `select parent as name from unnest(array['hit', 'visit']) as parent
      where not exists (
        select from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = to_regclass(parent) and pg_get_expr(c.relpartbound, c.oid) like '%FROM (''' || $1 || ''')%')`,
    [tomorrow],
  )
  return rows.length === 0
    ? ok('hits and visits have a partition for tomorrow')
    : warning(
        `${rows.map(({ name }) => name).join(' and ')} has no partition for tomorrow`,
        'Run the collect role at least once a day: it creates them.',
      )
}
