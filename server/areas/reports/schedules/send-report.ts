import { z } from 'zod'
import { maxFileRows } from '#contract/reports/tables.ts'
import type { RunCause, RunStatus } from '#contract/reports/schedules.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import { composeFor } from '#server/areas/mails/compose-for.ts'
import { sendAs } from '#server/areas/mails/send-as.ts'
import { assertKnownClient } from '#server/areas/tenants/list-scope.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Translate } from '#server/platform/translate.ts'
import { today } from '../days.ts'
import { periodOf } from '../report-period.ts'
import { buildTable } from '../tables/build-table.ts'
import { readClientName } from '../tables/read-client-name.ts'
import { readReportBrand } from '../tables/report-brand.ts'
import { writeReport, type ReportFile } from '../tables/write-report.ts'
import { claimRun, finishRun, inAgency, lostClaim, noteRecipient, releaseRun, type Claim } from './claim-run.ts'
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
}

interface Ready {
  file: ReportFile
  write(say: Translate, isStaff: boolean): MailContent
}

/**
 * Sends one run of a schedule to each recipient separately, by one worker at a time. Each accepted recipient is stored
 * immediately and skipped by retries; after a crash in between, the repeated mail has the same Message-ID, so mail clients
 * show it once.
 */
export const sendReportJob: Job = {
  name: sendReportName,
  mails: true,
  async run(platform, input) {
    const key = payload.parse(input)
    const run = await inAgency(platform, key, (tx) => findRun(tx, key))
    if (!run) return
    const lease = { claim: await claimRun(platform, key) }
    // Tried again later: that worker may have been killed.
    if (!lease.claim) throw new Error('another worker is sending this report')
    try {
      await send(platform, key, run, lease)
    } finally {
      if (lease.claim) await releaseRun(platform, key, lease.claim)
    }
  },
}

/** The claim while it lasts; null once another worker has taken over. */
interface Own {
  claim: Claim | null
}

async function send(platform: Platform, key: RunKey, run: Run, lease: Own): Promise<void> {
  const ready = await prepare(platform, key, run)
  const outcome = ready && (await sendToAll(platform, key, run, ready, lease))
  if (!lease.claim) throw lostClaim()
  if (!outcome) return finishRun(platform, key, lease.claim, { status: 'failed', cause: 'client_removed' })
  if (outcome.waits && platform.clock.now() < key.slot_ms + givenUpAfter_ms)
    throw new Error(`a report could not be sent: ${outcome.cause}`)
  await finishRun(platform, key, lease.claim, { status: statusOf(outcome), cause: outcome.cause })
}

async function findRun(tx: Tx, { agencyId, scheduleId, slot_ms }: RunKey): Promise<Run | null> {
  const { rows } = await tx.query<Run>(
    `select ${scheduleColumns}, run.start_date::text, run.end_date::text, run.recipients as to
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
  const contents = await inAgency(platform, key, async (tx) => {
    if (!(await isKnown(tx, scope))) return null
    const period = periodOf({ start: run.start_date, end: run.end_date }, today(platform.clock))
    return {
      table: await buildTable(
        tx,
        { scope, kind: run.kind, module: run.module, period, withCosts: run.with_costs },
        maxFileRows[run.format],
      ),
      clientName: await readClientName(tx, scope),
      host: await findHostOf(tx, agencyId),
    }
  })
  if (!contents) return null
  const { table, clientName, host } = contents
  const brand = await readReportBrand(platform, { rootId, agencyId })
  const { language, format, module } = run
  const report = { table, brand, language, format, clientName, module }
  const file = await writeReport(report)
  const url = host && pageAddress(platform.config, host, '/reports')
  return { file, write: (say, isStaff) => mailOf(report, file.fileName, say, isStaff ? url : null) }
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

/** Extends the claim before each mail, and stops once it is lost. */
async function sendToAll(platform: Platform, key: RunKey, run: Run, ready: Ready, lease: Own): Promise<Outcome> {
  const outcome: Outcome = { sent: 0, refused: 0, waits: false, cause: null }
  for (const address of run.to) {
    lease.claim = lease.claim && (await claimRun(platform, key, lease.claim))
    if (!lease.claim) return outcome
    const answer = answeredBefore(lease.claim, address) ?? (await sendTo(platform, key, run, ready, address))
    if (answer === 'sent') outcome.sent++
    else if (isRefusal(answer)) outcome.refused++
    else outcome.waits ||= answer !== 'mail_not_set_up'
    if (answer !== 'sent') outcome.cause = answer
  }
  return outcome
}

type Answer = 'sent' | Extract<Awaited<ReturnType<typeof sendAs>>, { sent: false }>['code']

/** The address will not be accepted later either. */
const isRefusal = (answer: Answer): boolean => answer === 'mail_refused' || answer === 'mail_stopped'

const answeredBefore = ({ sentTo, refused }: Claim, address: string): Answer | null =>
  sentTo.includes(address) ? 'sent' : refused.includes(address) ? 'mail_refused' : null

/** Whoever stopped the report counts as somebody who has it. */
async function sendTo(platform: Platform, key: RunKey, run: Run, ready: Ready, address: string): Promise<Answer> {
  const to = { ...key, email: address, language: run.language }
  const letter = await composeFor(platform, to, 'reports', ready.write)
  const id = uuidOf(['report', key.agencyId, key.scheduleId, String(key.slot_ms), address])
  const answer = letter
    ? await sendAs(platform, key, { ...letter, attachments: [ready.file], to: [address], id })
    : ({ sent: true } as const)
  if (answer.sent) await noteRecipient(platform, key, 'sent_to', address)
  else if (isRefusal(answer.code)) await noteRecipient(platform, key, 'refused', address)
  return answer.sent ? 'sent' : answer.code
}

const statusOf = ({ sent, cause }: Outcome): RunStatus => (cause === null ? 'sent' : sent > 0 ? 'partly' : 'failed')
