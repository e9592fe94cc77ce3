import {
  machineLines,
  soonEnds_days,
  type MachineFigure,
  type MachineLine,
  type MachineTopic,
} from '#contract/machine/machine.ts'
import type { Figures } from './read-figures.ts'
import { sumMails } from './read-jobs.ts'

type Stored = NonNullable<Figures['stored']>
type Limit = readonly [comparison: '>' | '<', limit: number, state: 'warning' | 'failure']

interface Line {
  /** Null if nothing measures it; Infinity if it never happened although it should. */
  read(stored: Stored, machine: Figures['machine'], now_ms: number): number | null
  /** That of the alert of this name in deploy/monitoring/alerts.yml, which a test compares. */
  limit?: Limit
  alert?: string
  runbook: string
}

const day_s = 86_400
const age = (at_ms: number | null | undefined, now_ms: number): number =>
  at_ms === null || at_ms === undefined ? Infinity : (now_ms - at_ms) / 1_000
const sumJobs = ({ jobs }: Stored, state: 'waiting' | 'failing' | 'dead'): number =>
  jobs.reduce((sum, task) => sum + task[state], 0)

/** What the page shows of each figure, when it is a problem, and what to do then. */
export const lines: Readonly<Record<MachineLine, Line>> = {
  resolve_lag: {
    read: ({ resolve }) => resolve.oldest_ms / 1_000,
    limit: ['>', 60, 'failure'],
    alert: 'LeadloomHitsUnresolved',
    runbook: 'hits-unresolved',
  },
  partitions: {
    read: ({ server }) => server.partitions_s,
    limit: ['<', 43_200, 'failure'],
    alert: 'LeadloomPartitionsMissing',
    runbook: 'partitions',
  },
  deliveries_waiting: { read: ({ deliveries }) => deliveries.waiting, runbook: 'queue-jammed' },
  deliveries_overdue: {
    read: ({ deliveries }) => deliveries.overdue,
    limit: ['>', 0, 'warning'],
    alert: 'LeadloomDeliveriesOverdue',
    runbook: 'queue-jammed',
  },
  deliveries_dead: {
    read: ({ deliveries }) => deliveries.dead,
    limit: ['>', 100, 'warning'],
    alert: 'LeadloomDeliveriesDead',
    runbook: 'deliveries-dead',
  },
  jobs_waiting: { read: (stored) => sumJobs(stored, 'waiting'), runbook: 'queue-jammed' },
  jobs_failing: { read: (stored) => sumJobs(stored, 'failing'), runbook: 'queue-jammed' },
  jobs_dead: {
    read: (stored) => sumJobs(stored, 'dead'),
    limit: ['>', 0, 'warning'],
    alert: 'LeadloomJobsDead',
    runbook: 'queue-jammed',
  },
  job_oldest: {
    read: ({ jobs }) => Math.max(0, ...jobs.map(({ oldest_s }) => oldest_s)),
    limit: ['>', 900, 'warning'],
    alert: 'LeadloomJobsWaiting',
    runbook: 'queue-jammed',
  },
  mails_waiting: { read: ({ jobs }) => sumMails(jobs, 'waiting'), runbook: 'mail-blocked' },
  mails_failing: {
    read: ({ jobs }) => sumMails(jobs, 'failing'),
    limit: ['>', 10, 'warning'],
    alert: 'LeadloomMailBlocked',
    runbook: 'mail-blocked',
  },
  mails_dead: { read: ({ jobs }) => sumMails(jobs, 'dead'), runbook: 'mail-blocked' },
  books_age: {
    read: ({ proof }, _machine, now_ms) => (proof ? age(proof.provedAt.getTime(), now_ms) : null),
    limit: ['>', 10_800, 'warning'],
    alert: 'LeadloomBooksUnproved',
    runbook: 'books',
  },
  books_problems: {
    read: ({ proof }) => proof?.problems ?? null,
    limit: ['>', 0, 'failure'],
    alert: 'LeadloomBooksWrong',
    runbook: 'books',
  },
  gateway_unmatched: {
    read: ({ unmatched }) => unmatched,
    limit: ['>', 0, 'warning'],
    runbook: 'reconciliation',
  },
  disk_free: {
    read: (_stored, { disk }) => (disk ? disk.free_bytes / disk.size_bytes : null),
    limit: ['<', 0.1, 'failure'],
    alert: 'LeadloomDiskFillsUp',
    runbook: 'disk-full',
  },
  disk_full_in: {
    read: ({ diskFull_s }) => diskFull_s,
    limit: ['<', 7 * day_s, 'warning'],
    alert: 'LeadloomDiskFullSoon',
    runbook: 'disk-full',
  },
  backup_age: {
    read: (_stored, { backups }, now_ms) => (backups ? age(backups.last_ms, now_ms) : null),
    limit: ['>', 93_600, 'failure'],
    alert: 'LeadloomBackupOld',
    runbook: 'backup',
  },
  backup_proven_age: {
    read: (_stored, { backups }, now_ms) => (backups ? age(backups.verified_ms, now_ms) : null),
    limit: ['>', 8 * day_s, 'warning'],
    runbook: 'backup',
  },
  retention_age: {
    read: ({ server }, _machine, now_ms) => (server.retainedAt ? age(server.retainedAt.getTime(), now_ms) : null),
    limit: ['>', 7_200, 'warning'],
    alert: 'LeadloomRetentionStopped',
    runbook: 'queue-jammed',
  },
  migrations_pending: {
    read: ({ pendingMigrations }) => pendingMigrations,
    limit: ['>', 0, 'failure'],
    alert: 'LeadloomMigrationsPending',
    runbook: 'failed-migration',
  },
  connections_free: {
    read: ({ server }) => server.maxConnections - server.connections,
    limit: ['<', 10, 'warning'],
    runbook: 'capacity',
  },
  transaction_oldest: {
    read: ({ server }) => server.transaction_s,
    limit: ['>', 60, 'warning'],
    runbook: 'hits-unresolved',
  },
  clock_difference: {
    read: ({ server }) => Math.abs(server.clockAhead_s),
    limit: ['>', 2, 'warning'],
    alert: 'LeadloomClockDiffers',
    runbook: 'clock-jump',
  },
  certificate_left: {
    read: ({ certificates }) => certificates.left_s,
    limit: ['<', soonEnds_days * day_s, 'warning'],
    alert: 'LeadloomCertificateEnds',
    runbook: 'certificate',
  },
  certificates_failing: {
    read: ({ certificates }) => certificates.failing,
    limit: ['>', 0, 'warning'],
    alert: 'LeadloomCertificateFails',
    runbook: 'certificate',
  },
}

const isBeyond = ([comparison, limit]: Limit, value: number): boolean =>
  comparison === '>' ? value > limit : value < limit

/** Every line of the page. Without the database only the machine's own have a value. */
export function readLines({ machine, stored }: Figures, now_ms: number): MachineFigure[] {
  return Object.entries(machineLines).flatMap(([topic, names]) =>
    names.map((line): MachineFigure => {
      const { read, limit, runbook } = lines[line]
      const value = stored ? read(stored, machine, now_ms) : null
      const state = value === null ? 'unknown' : limit && isBeyond(limit, value) ? limit[2] : 'ok'
      return {
        topic: topic as MachineTopic,
        line,
        value: value === null || !Number.isFinite(value) ? null : value,
        state,
        runbook,
      }
    }),
  )
}
