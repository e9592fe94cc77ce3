import { readRoots } from '#server/areas/branding/read-roots.ts'
import { countBacklog, type Backlog } from '#server/areas/integrations/deliveries/count-backlog.ts'
import { countAllUnmatched } from '#server/areas/payments/reconciliation/count-unmatched.ts'
import { readLastProof, type LastProof } from '#server/areas/ledger/record-proof.ts'
import { readResolveLag, type ResolveLag } from '#server/areas/leads/read-resolve-lag.ts'
import { isStoreUrl, listBackups, openBackupPlace } from '#server/platform/backup-place.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { countPendingMigrations, remembered } from '#server/platform/http/readiness.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readDiskSpace, type DiskSpace } from '#server/platform/read-disk-space.ts'
import { readJobs, type TaskFigures } from './read-jobs.ts'
import {
  readCertificates,
  readDiskFull,
  readProcesses,
  type CertificateFigures,
  type RunningProcess,
} from './read-machine-state.ts'

/** What is known without the database. */
interface MachineFigures {
  pools: { pool: string; used: number; idle: number; waiting: number; most: number }[]
  disk: DiskSpace | null
  /** Null without a folder of backups. */
  backups: { last_ms: number | null; verified_ms: number | null } | null
}

/** What the database knows; the same from every process. */
interface StoredFigures {
  resolve: ResolveLag
  deliveries: Backlog
  jobs: TaskFigures[]
  proof: LastProof | null
  pendingMigrations: number
  server: ServerFigures
  processes: RunningProcess[]
  certificates: CertificateFigures
  /** Until the first machine's disk is full; null if none fills. */
  diskFull_s: number | null
  /** Transactions that only the payment provider or only the books know. */
  unmatched: number
}

interface ServerFigures {
  /** Age of the longest transaction that writes: later hits are not resolved before it ends. */
  transaction_s: number
  connections: number
  maxConnections: number
  /** How far this machine's clock is ahead of the database's; negative if behind. */
  clockAhead_s: number
  /** How long the partitions that exist will do. */
  partitions_s: number
  /** When erasing by retention last began, by the database's clock. */
  retainedAt: Date | null
}

export interface Figures {
  machine: MachineFigures
  /** Null while the database does not answer. */
  stored: StoredFigures | null
}

/** Scrapes and pages cannot become a load: they share what was read in this time. */
const remember_ms = 10_000
const readersOf = new WeakMap<Platform, () => Promise<Figures>>()

/** The figures of this machine and its database. */
export function readFigures(platform: Platform): Promise<Figures> {
  const reader = readersOf.get(platform) ?? remembered(platform, remember_ms, () => readNow(platform))
  readersOf.set(platform, reader)
  return reader()
}

async function readNow(platform: Platform): Promise<Figures> {
  const [machine, ofDatabase] = await Promise.all([
    readMachine(platform),
    readStored(platform).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'the figures of the database could not be read')
      return null
    }),
  ])
  return { machine, stored: ofDatabase }
}

async function readMachine(platform: Platform): Promise<MachineFigures> {
  const { config, appPool, ownerPool, identityPool } = platform
  const pools = Object.entries({ app: appPool, owner: ownerPool, identity: identityPool })
  return {
    pools: pools.map(([pool, { totalCount, idleCount, waitingCount, options }]) => ({
      pool,
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
      most: options.max,
    })),
    disk: await readDiskSpace(config),
    backups: await readBackups(platform),
  }
}

/** Each look at a store costs a little, and a backup is hours old. */
const rememberBackups_ms = 5 * 60_000
const backupReaders = new WeakMap<Platform, () => Promise<MachineFigures['backups']>>()

/** Null also while a store does not answer, which the log says. */
function readBackups(platform: Platform): Promise<MachineFigures['backups']> {
  const { BACKUP_DIR } = platform.config
  if (BACKUP_DIR === undefined) return Promise.resolve(null)
  const place = openBackupPlace({ ...platform.config, BACKUP_DIR })
  const readNewest = (): Promise<MachineFigures['backups']> =>
    listBackups(place).then(
      (backups) => ({
        last_ms: backups[0]?.madeAt_ms ?? null,
        verified_ms: backups.find(({ isVerified }) => isVerified)?.madeAt_ms ?? null,
      }),
      (error: unknown) => {
        platform.log.warn({ err: error }, 'the place of backups could not be read')
        return null
      },
    )
  if (!isStoreUrl(BACKUP_DIR)) return readNewest()
  const reader = backupReaders.get(platform) ?? remembered(platform, rememberBackups_ms, readNewest)
  backupReaders.set(platform, reader)
  return reader()
}

async function readStored(platform: Platform): Promise<StoredFigures> {
  const { appPool, clock, ownerPool } = platform
  const roots = await readRoots(platform)
  // One after another: figures take one connection, which others wait for.
  const resolve = await readResolveLag(appPool, roots, clock.now())
  const deliveries = await countBacklog(appPool, roots, clock.now())
  const proof = await readLastProof(appPool)
  const jobs = await readJobs(ownerPool)
  const pendingMigrations = await countPendingMigrations(platform)
  const server = await readServer(platform)
  const processes = await readProcesses(ownerPool)
  const certificates = await readCertificates(ownerPool)
  const diskFull_s = await readDiskFull(ownerPool)
  const unmatchedPayments = await countAllUnmatched(appPool, roots, clock.now())
  return {
    resolve,
    deliveries,
    jobs,
    proof,
    pendingMigrations,
    server,
    processes,
    certificates,
    diskFull_s,
    unmatched: unmatchedPayments,
  }
}

async function readServer({ ownerPool, clock }: Platform): Promise<ServerFigures> {
  const { rows } = await ownerPool.query<ServerFigures>(
    `select
       coalesce((select extract(epoch from clock_timestamp() - min(xact_start)) from pg_stat_activity
         where backend_xid is not null), 0)::float8 as "transaction_s",
       (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as connections,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
       extract(epoch from $1::timestamptz - clock_timestamp())::float8 as "clockAhead_s",
       (select extract(epoch from least(
          max(to_date(right(c.relname, 8), 'YYYYMMDD')) filter (where c.relname like 'hit\\_%'),
          max(to_date(right(c.relname, 8), 'YYYYMMDD')) filter (where c.relname like 'visit\\_%'))::timestamp at time zone 'UTC'
          + interval '1 day' - $2::timestamptz)
          from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent in ('hit'::regclass, 'visit'::regclass) and c.relname ~ '_\\d{8}$')::float8 as "partitions_s",
       (select last_execution from graphile_worker._private_known_crontabs where identifier = 'retain') as "retainedAt"`,
    [dateOf(machineTime(clock)), dateOf(clock.now())],
  )
  return rows[0]!
}
