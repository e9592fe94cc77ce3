import { z } from 'zod'
import type { RunCause, RunStatus } from '#contract/reports/schedules.ts'
import { readSenders, sendAs } from '#server/areas/branding/public.ts'
import { assertKnownClient } from '#server/areas/tenants/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import { layOutMail } from '#server/platform/mail-layout.ts'
import type { MailMessage } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { periodOf } from '../report-period.ts'
import { buildTable } from '../tables/build-table.ts'
import { readClientName } from '../tables/read-client-name.ts'
import { readReportBrand } from '../tables/report-brand.ts'
import { writeReport, type ReportFile } from '../tables/write-report.ts'
import { mailOf } from './mail-words.ts'
import { sendReportName, type RunKey } from './queue-run.ts'
import { scheduleColumns, type StoredSchedule } from './stored-schedule.ts'

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), scheduleId: z.uuid(), slot_ms: z.int() })

/** After this long, a report is no longer useful. */
const givenUpAfter_ms = 24 * 3_600_000

interface Run extends StoredSchedule {
  start_date: string
  end_date: string
  to: string[]
  sent_to: string[]
  refused: string[]
}

interface Ready {
  file: ReportFile
  message: Omit<MailMessage, 'to' | 'id'>
}

/**
 * Sends one run of a schedule to each recipient separately. Each accepted recipient is stored immediately and skipped by
 * retries; after a crash in between, the repeated mail has the same Message-ID, so mail clients show it once.
 */
export const sendReportJob: Job = {
  name: sendReportName,
  mails: true,
  async run(platform, given) {
    const key = payload.parse(given)
    const run = await inAgency(platform, key, (tx) => findRun(tx, key))
    if (!run) return
    const ready = await prepare(platform, key, run)
    if (ready === null) return finish(platform, key, 'failed', 'client_removed')
    const outcome = await sendToAll(platform, key, run, ready)
    if (outcome.waits && platform.clock.now() < key.slot_ms + givenUpAfter_ms)
      throw new Error(`a report could not be sent: ${outcome.cause}`)
    await finish(platform, key, statusOf(outcome), outcome.cause)
  },
}

const inAgency = <T>(platform: Platform, { rootId, agencyId }: RunKey, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, work, { statementTimeout_ms: 60_000 })

async function findRun(tx: Tx, { agencyId, scheduleId, slot_ms }: RunKey): Promise<Run | null> {
  const { rows } = await tx.query<Run>(
    `select ${scheduleColumns}, run.start_date::text, run.end_date::text, run.recipients as to, run.sent_to, run.refused
       from report_run run
       join report_schedule schedule on schedule.agency_id = run.agency_id and schedule.id = run.schedule_id
      where run.agency_id = $1 and run.schedule_id = $2 and run.slot_at = $3 and run.status = 'queued'`,
    [agencyId, scheduleId, dateOf(slot_ms)],
  )
  return rows[0] ?? null
}

/** The file and the mail text; null if the report's client no longer exists. */
async function prepare(platform: Platform, key: RunKey, run: Run): Promise<Ready | null> {
  const { rootId, agencyId } = key
  const scope = { rootId, agencyId, clientId: run.of_client_id, groupId: null }
  const found = await inAgency(platform, key, async (tx) => {
    if (!(await isKnown(tx, scope))) return null
    const period = periodOf({ start: run.start_date, end: run.end_date }, run.end_date)
    return {
      table: await buildTable(tx, {
        scope,
        kind: run.kind,
        module: run.module,
        period,
        withCosts: run.with_costs,
      }),
      clientName: await readClientName(tx, scope),
      sender: (await readSenders(tx, rootId, [agencyId])).get(agencyId),
    }
  })
  if (!found) return null
  const { table, clientName, sender } = found
  if (!sender) throw new Error(`company ${agencyId} has no brand to send as`)
  const brand = await readReportBrand(platform, { rootId, agencyId })
  const { language, format, module } = run
  const report = { table, brand, language, format, clientName, module }
  const file = await writeReport(report)
  const message = layOutMail(sender, mailOf(report, file.fileName), language)
  return { file, message: { ...message, attachments: [file] } }
}

async function isKnown(tx: Tx, scope: Parameters<typeof assertKnownClient>[1]): Promise<boolean> {
  try {
    await assertKnownClient(tx, scope)
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
  if (scope.clientId === null) return true
  const { rowCount } = await tx.query('select 1 from company where agency_id = $1 and id = $2 and removed_at is null', [
    scope.agencyId,
    scope.clientId,
  ])
  return rowCount === 1
}

interface Outcome {
  sent: number
  refused: number
  /** A recipient didn't get it yet for a temporary reason. */
  waits: boolean
  cause: RunCause | null
}

async function sendToAll(platform: Platform, key: RunKey, run: Run, { message }: Ready): Promise<Outcome> {
  const outcome: Outcome = { sent: run.sent_to.length, refused: run.refused.length, waits: false, cause: null }
  if (outcome.refused > 0) outcome.cause = 'mail_refused'
  for (const address of run.to.filter((one) => ![...run.sent_to, ...run.refused].includes(one))) {
    const id = uuidOf(['report', key.agencyId, key.scheduleId, String(key.slot_ms), address])
    const answer = await sendAs(platform, key, { ...message, to: [address], id })
    if (answer.sent) {
      outcome.sent++
      await note(platform, key, 'sent_to', address)
    } else if (answer.code === 'mail_refused') {
      outcome.refused++
      outcome.cause = answer.code
      await note(platform, key, 'refused', address)
    } else {
      outcome.waits ||= answer.code !== 'mail_not_set_up'
      outcome.cause = answer.code
    }
  }
  return outcome
}

const statusOf = ({ sent, cause }: Outcome): RunStatus => (cause === null ? 'sent' : sent > 0 ? 'partly' : 'failed')

const note = (platform: Platform, key: RunKey, column: 'sent_to' | 'refused', address: string): Promise<unknown> =>
  inAgency(platform, key, (tx) =>
    tx.query(
      `update report_run set ${column} = array_append(${column}, $4)
        where agency_id = $1 and schedule_id = $2 and slot_at = $3 and not ($4 = any(${column}))`,
      [key.agencyId, key.scheduleId, dateOf(key.slot_ms), address],
    ),
  )

/** A schedule whose client was removed is paused, so that it doesn't fail every day. */
async function finish(platform: Platform, key: RunKey, status: RunStatus, cause: RunCause | null): Promise<void> {
  await inAgency(platform, key, async (tx) => {
    await tx.query(
      `update report_run set status = $4, cause = $5 where agency_id = $1 and schedule_id = $2 and slot_at = $3`,
      [key.agencyId, key.scheduleId, dateOf(key.slot_ms), status, cause],
    )
    if (cause === 'client_removed')
      await tx.query('update report_schedule set next_at = null, updated_at = $3 where agency_id = $1 and id = $2', [
        key.agencyId,
        key.scheduleId,
        dateOf(platform.clock.now()),
      ])
  })
}
