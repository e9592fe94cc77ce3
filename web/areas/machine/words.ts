import type { HostCertificate, MachineFigure, MachineLine, MachineTopic } from '#contract/machine/machine.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

export const topicTexts: Readonly<Record<MachineTopic, Text>> = {
  leads: msg('Visits and leads'),
  deliveries: msg('Deliveries'),
  jobs: msg('Background jobs'),
  mail: msg('Emails'),
  money: msg('Money'),
  storage: msg('Disk and backups'),
  database: msg('Database'),
  certificates: msg('Certificates'),
}

/** What a line's number is: how it is written. */
type Kind = 'count' | 'age' | 'left' | 'share' | 'day'

export const lineTexts: Readonly<Record<MachineLine, { text: Text; kind: Kind }>> = {
  resolve_lag: { text: msg('Oldest hit that waits'), kind: 'age' },
  partitions: { text: msg('Tables for hits are ready for'), kind: 'left' },
  deliveries_waiting: { text: msg('Deliveries that wait'), kind: 'count' },
  deliveries_overdue: { text: msg('Deliveries overdue'), kind: 'count' },
  deliveries_dead: { text: msg('Deliveries failed for good in a day'), kind: 'count' },
  jobs_waiting: { text: msg('Jobs that wait'), kind: 'count' },
  jobs_failing: { text: msg('Jobs that failed and run again'), kind: 'count' },
  jobs_dead: { text: msg('Jobs failed for good'), kind: 'count' },
  job_oldest: { text: msg('Oldest job that waits'), kind: 'age' },
  mails_waiting: { text: msg('Emails that wait'), kind: 'count' },
  mails_failing: { text: msg('Emails that failed and are sent again'), kind: 'count' },
  mails_dead: { text: msg('Emails given up'), kind: 'count' },
  books_age: { text: msg('Since the books were verified'), kind: 'age' },
  books_problems: { text: msg('Findings in the books'), kind: 'count' },
  gateway_unmatched: { text: msg('Transactions without a match at the payment provider'), kind: 'count' },
  disk_free: { text: msg('Free space on the disk'), kind: 'share' },
  disk_full_in: { text: msg('Disk is full on'), kind: 'day' },
  backup_age: { text: msg('Age of the last backup'), kind: 'age' },
  backup_proven_age: { text: msg('Age of the last backup that was restored on trial'), kind: 'age' },
  retention_age: { text: msg('Since erasing by retention began'), kind: 'age' },
  migrations_pending: { text: msg('Migrations that the database lacks'), kind: 'count' },
  connections_free: { text: msg('Free connections'), kind: 'count' },
  transaction_oldest: { text: msg('Longest transaction that writes'), kind: 'age' },
  clock_difference: { text: msg('Difference of the clocks'), kind: 'age' },
  certificate_left: { text: msg('First certificate ends in'), kind: 'left' },
  certificates_failing: { text: msg('Hosts without a certificate that holds'), kind: 'count' },
}

export const stateTexts: Readonly<Record<MachineFigure['state'], { text: Text; tone: Tone }>> = {
  ok: { text: msg('OK'), tone: 'ok' },
  warning: { text: msg('Look at it'), tone: 'warn' },
  failure: { text: msg('Act now'), tone: 'bad' },
  unknown: { text: msg('Not measured'), tone: 'plain' },
}

export const certificateProblems: Readonly<Record<HostCertificate['problem'], Text>> = {
  '': msg('Holds'),
  unreachable: msg('No answer by TLS'),
  untrusted: msg('Not trusted by browsers'),
  private_address: msg('In a private network'),
}
