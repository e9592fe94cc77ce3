import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import type { Plain } from '../core/wire-names.ts'
import { doneAnswer, instant } from '../core/wire.ts'
import { operatorOnly } from '../identity/imports.ts'

/** The lines of the machine's page, in its order, by what they are about. Each is a metric of the same figure. */
export const machineLines = {
  leads: ['resolve_lag', 'partitions'],
  deliveries: ['deliveries_waiting', 'deliveries_overdue', 'deliveries_dead'],
  jobs: ['jobs_waiting', 'jobs_failing', 'jobs_dead', 'job_oldest'],
  mail: ['mails_waiting', 'mails_failing', 'mails_dead'],
  money: ['books_age', 'books_problems', 'gateway_unmatched'],
  storage: ['disk_free', 'disk_full_in', 'backup_age', 'backup_proven_age', 'retention_age'],
  database: ['migrations_pending', 'connections_free', 'transaction_oldest', 'clock_difference'],
  certificates: ['certificate_left', 'certificates_failing'],
} as const
export type MachineTopic = keyof typeof machineLines
export type MachineLine = (typeof machineLines)[MachineTopic][number]
const topics = Object.keys(machineLines) as [MachineTopic, ...MachineTopic[]]
const lines = Object.values(machineLines).flat() as [MachineLine, ...MachineLine[]]

/** `unknown`: there is no figure, because nothing measures it here or not yet. */
const lineStates = ['ok', 'warning', 'failure', 'unknown'] as const

const machineLine = z.object({
  topic: z.enum(topics),
  line: z.enum(lines),
  value: z.number().nullable().meta({ description: 'Seconds, a count or a share from 0 to 1, depending on the line.' }),
  state: z.enum(lineStates),
  runbook: z.string().meta({ description: 'What to do about it: a file in docs/runbooks, without its ending.' }),
})
export type MachineFigure = Plain<z.output<typeof machineLine>>

const runningProcess = z.object({
  machine: z.string(),
  version: z.string(),
  roles: z.array(z.string()),
  started_at: instant,
  is_stopping: z.boolean(),
})

/** Certificates that end within this many days are to be looked at. */
export const soonEnds_days = 14

const certificate = z.object({
  host: z.string(),
  expires_at: instant.nullable(),
  days_left: z.int().nullable(),
  problem: z.enum(['', 'unreachable', 'untrusted', 'private_address']),
  checked_at: instant,
})
export type HostCertificate = Plain<z.output<typeof certificate>>

const slowStatement = z.object({ text: z.string(), calls: z.int(), total_s: z.number(), mean_ms: z.number() })

const machine = z.object({
  processes: z.array(runningProcess),
  lines: z.array(machineLine),
  certificates: z.array(certificate).meta({ description: 'Those that end first; at most fifty.' }),
  statements: z
    .array(slowStatement)
    .nullable()
    .meta({ description: 'What took most time; null where the database has no pg_stat_statements.' }),
  read_only: z
    .object({ since: instant, reason: z.string() })
    .nullable()
    .meta({ description: 'Since when nothing is written, and why; null usually.' }),
})
export type Machine = Plain<z.output<typeof machine>>

export const readMachine = operation({
  id: 'own',
  name: 'readMachine',
  area: 'machine',
  method: 'GET',
  path: '/configuration/machine',
  summary: 'Reads what the running processes and their database tell of themselves.',
  answer: z.object({ result: z.literal('success'), data: machine }),
  access: operatorOnly,
})

const jobId = z.string().regex(/^[1-9][0-9]{0,18}$/)

const deadJob = z.object({
  id: jobId,
  task: z.string(),
  attempts: z.int(),
  error: z.string().meta({ description: 'Of the last attempt, shortened.' }),
  created_at: instant,
  failed_at: instant,
})
export type DeadJob = Plain<z.output<typeof deadJob>>

export const listDeadJobs = operation({
  id: 'own',
  name: 'listDeadJobs',
  area: 'machine',
  method: 'GET',
  path: '/configuration/machine/job',
  summary: 'Lists background jobs that failed for good, latest first.',
  query: pageQuery,
  answer: pageOf(deadJob),
  access: operatorOnly,
})

export const retryJob = operation({
  id: 'own',
  name: 'retryJob',
  area: 'machine',
  method: 'POST',
  path: '/configuration/machine/job/retry',
  summary: 'Runs a background job again that failed for good.',
  body: z.strictObject({ job: jobId }),
  answer: doneAnswer,
  access: operatorOnly,
})

export const purgeJob = operation({
  id: 'own',
  name: 'purgeJob',
  area: 'machine',
  method: 'POST',
  path: '/configuration/machine/job/purge',
  summary: 'Removes a background job that failed for good. It never runs again.',
  body: z.strictObject({ job: jobId }),
  answer: doneAnswer,
  access: operatorOnly,
})
