import { Gauge, Registry } from 'prom-client'
import type { MetricsSource } from '#server/platform/http/exposition.ts'
import type { Ask } from '#server/platform/http/readiness.ts'
import type { Platform } from '#server/platform/platform.ts'
import { programVersion } from '#server/platform/program-version.ts'
import { readFigures, type Figures } from './read-figures.ts'
import { sumMails } from './read-jobs.ts'

type Labels = Record<string, string | number>
type Sample = readonly [value: number, labels?: Labels]
type Stored = NonNullable<Figures['stored']>
type Measure<From> = readonly [name: string, help: string, read: (from: From) => readonly Sample[]]

const one = (value: number): Sample[] => [[value]]
/** Without a value the series is absent, which is not zero. */
const maybe = (value: number | null | undefined): Sample[] => (value === null || value === undefined ? [] : [[value]])
const seconds = (at_ms: number | null | undefined): number | undefined =>
  at_ms === null || at_ms === undefined ? undefined : at_ms / 1_000

function countProcesses(processes: Stored['processes']): Sample[] {
  const counts = new Map<string, { version: string; roles: string; count: number }>()
  for (const { version, roles } of processes) {
    const group = counts.get(`${version} ${roles}`) ?? { version, roles: roles.replaceAll(',', ' '), count: 0 }
    counts.set(`${version} ${roles}`, { ...group, count: group.count + 1 })
  }
  return [...counts.values()].map(({ version, roles, count }) => [count, { version, roles }])
}

const ofProcess: readonly Measure<Figures['machine']>[] = [
  [
    'leadloom_pool_connections',
    'Database connections of this process by pool and state; waiting are callers without one',
    ({ pools }) =>
      pools.flatMap(({ pool, used, idle, waiting }) => [
        [used, { pool, state: 'used' }],
        [idle, { pool, state: 'idle' }],
        [waiting, { pool, state: 'waiting' }],
      ]),
  ],
  [
    'leadloom_pool_connections_max',
    'Most connections of a pool',
    ({ pools }) => pools.map(({ pool, most }) => [most, { pool }]),
  ],
  ['leadloom_disk_free_bytes', 'Free space on the disk of the data folder', ({ disk }) => maybe(disk?.free_bytes)],
  ['leadloom_disk_size_bytes', 'Size of the disk of the data folder', ({ disk }) => maybe(disk?.size_bytes)],
  [
    'leadloom_backup_last_timestamp_seconds',
    'When the last complete backup was made; 0 if there is none',
    ({ backups }) => (backups ? one(seconds(backups.last_ms) ?? 0) : []),
  ],
  [
    'leadloom_backup_verified_timestamp_seconds',
    'When the last backup was made that was restored on trial; 0 if none was',
    ({ backups }) => (backups ? one(seconds(backups.verified_ms) ?? 0) : []),
  ],
]

const ofDatabase: readonly Measure<Stored>[] = [
  ['leadloom_resolve_lag_seconds', 'Age of the oldest unresolved hit', ({ resolve }) => one(resolve.oldest_ms / 1_000)],
  ['leadloom_resolve_waiting_agencies', 'Agencies with unresolved hits', ({ resolve }) => one(resolve.agencies)],
  [
    'leadloom_deliveries',
    'Deliveries that wait, are due for ten minutes (overdue), or failed for good in the last day (dead)',
    ({ deliveries: { waiting, overdue, dead } }) => [
      [waiting, { state: 'waiting' }],
      [overdue, { state: 'overdue' }],
      [dead, { state: 'dead' }],
    ],
  ],
  [
    'leadloom_jobs',
    'Background jobs by task: due, running, failing (run again), dead (failed for good)',
    ({ jobs }) =>
      jobs.flatMap(({ task, waiting, running, failing, dead }) => [
        [waiting, { task, state: 'waiting' }],
        [running, { task, state: 'running' }],
        [failing, { task, state: 'failing' }],
        [dead, { task, state: 'dead' }],
      ]),
  ],
  [
    'leadloom_job_oldest_seconds',
    'How long the oldest due job of a task has waited',
    ({ jobs }) => jobs.map(({ task, oldest_s }) => [oldest_s, { task }]),
  ],
  [
    'leadloom_mails',
    'Emails that wait, failed and are tried again (failing), or were given up (dead)',
    ({ jobs }) => (['waiting', 'failing', 'dead'] as const).map((state) => [sumMails(jobs, state), { state }]),
  ],
  [
    'leadloom_books_proved_timestamp_seconds',
    'When all books were last verified',
    ({ proof }) => maybe(seconds(proof?.provedAt.getTime())),
  ],
  ['leadloom_books_problems', 'Findings of that verification; any is a bug', ({ proof }) => maybe(proof?.problems)],
  [
    'leadloom_migrations_pending',
    'Migrations of this program that the database lacks',
    ({ pendingMigrations }) => one(pendingMigrations),
  ],
  [
    'leadloom_partitions_ahead_seconds',
    'How long the partitions of hits and visits that exist will do',
    ({ server }) => maybe(server.partitions_s),
  ],
  [
    'leadloom_transaction_oldest_seconds',
    'Age of the longest transaction that writes',
    ({ server }) => one(server.transaction_s),
  ],
  [
    'leadloom_database_connections',
    'Connections of the database server in use',
    ({ server }) => one(server.connections),
  ],
  [
    'leadloom_database_connections_max',
    'Most connections of the database server',
    ({ server }) => one(server.maxConnections),
  ],
  [
    'leadloom_clock_ahead_seconds',
    'How far the clock of this machine is ahead of the database’s',
    ({ server }) => one(server.clockAhead_s),
  ],
  [
    'leadloom_retention_started_timestamp_seconds',
    'When erasing by retention last began',
    ({ server }) => maybe(seconds(server.retainedAt?.getTime())),
  ],
  ['leadloom_processes', 'Running processes by version and roles', ({ processes }) => countProcesses(processes)],
  [
    'leadloom_certificate_left_seconds',
    'How long until the first certificate of a served host ends',
    ({ certificates }) => maybe(certificates.left_s),
  ],
  [
    'leadloom_certificates_failing',
    'Served hosts whose visitors see no certificate that holds',
    ({ certificates }) => one(certificates.failing),
  ],
  [
    'leadloom_disk_full_seconds',
    'How long until the first disk of a machine is full if it goes on as in the last week',
    ({ diskFull_s }) => maybe(diskFull_s),
  ],
  [
    'leadloom_gateway_unmatched',
    'Transactions that only a payment provider or only the books know for over an hour',
    ({ unmatched }) => one(unmatched),
  ],
]

/** The figures as metrics. While the database is away, those that only it knows are absent, and `leadloom_database_up` is 0. */
export const createMachineMetrics = (platform: Platform, problems: Ask): MetricsSource => ({
  async metrics() {
    const { machine, stored } = await readFigures(platform)
    const registry = new Registry()
    const show = (name: string, help: string, samples: readonly Sample[]): void => {
      const labelNames = [...new Set(samples.flatMap(([, labels = {}]) => Object.keys(labels)))]
      const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
      for (const [value, labels = {}] of samples) gauge.set(labels, value)
    }
    const build = { version: programVersion, roles: platform.config.ROLES.join(' ') }
    show('leadloom_build_info', 'Version and roles of this process', [[1, build]])
    show('leadloom_database_up', '1 if the database answers', one(stored ? 1 : 0))
    const isReady = (await problems()).length === 0
    show('leadloom_ready', '1 if this process can do its work, as /readyz says', one(isReady ? 1 : 0))
    for (const [name, help, samplesOf] of ofProcess) showKnown(name, help, samplesOf(machine))
    if (stored) for (const [name, help, samplesOf] of ofDatabase) showKnown(name, help, samplesOf(stored))
    return registry.metrics()

    function showKnown(name: string, help: string, samples: readonly Sample[]): void {
      if (samples.length > 0) show(name, help, samples)
    }
  },
})
