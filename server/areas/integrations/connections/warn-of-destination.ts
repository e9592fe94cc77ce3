import { z } from 'zod'
import type { Language } from '#contract/core/language.ts'
import type { Cause } from '#contract/integrations/causes.ts'
import { composeFor } from '#server/areas/mails/compose-for.ts'
import { mailEach } from '#server/areas/mails/mail-each.ts'
import { mailQueueOf } from '#server/areas/mails/mail-queue.ts'
import { sendAs } from '#server/areas/mails/send-as.ts'
import { readReceivers } from '#server/areas/tenants/read-addresses.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import { isSettled } from '#server/platform/mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { Health } from './destination-health.ts'
import { connectorOf, type DestinationKind } from '../connectors/registry.ts'
import { warningText, type Warning } from './warning-words.ts'

const failuresUntilWarning = 5
/** A destination that fails on and off shouldn't cause an email each time. */
const minInterval_ms = 24 * 3_600_000

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), destinationId: z.uuid(), only: z.uuid().optional() })
type Payload = z.output<typeof payload>

/**
 * Queues an email to the people who can act: at the fifth failure in a row, at most once a day, and whenever failures
 * turn a destination off. Runs in the transaction that records the failure.
 */
export async function queueWarning(
  tx: Tx,
  destination: Payload & { warnedAt: Date | null },
  before: Health,
  after: Health,
  now_ms: number,
): Promise<void> {
  const switchedOff = before.status !== 'disabled' && after.status === 'disabled'
  const fails = before.consecutiveFailures < failuresUntilWarning && after.consecutiveFailures >= failuresUntilWarning
  const isFresh = now_ms - (destination.warnedAt?.getTime() ?? 0) >= minInterval_ms
  if (!switchedOff && !(fails && isFresh)) return
  const { rootId, agencyId, destinationId } = destination
  await tx.query('update destination set warned_at = $3 where agency_id = $1 and id = $2', [
    agencyId,
    destinationId,
    dateOf(now_ms),
  ])
  await addJob(tx, warnOfDestinationJob.name, { rootId, agencyId, destinationId } satisfies Payload, {
    queue: mailQueueOf({ rootId, agencyId }),
  })
}

/** In the agency's name, one per recipient in their language. Retries after a crash reuse the Message-IDs. */
export const warnOfDestinationJob: Job = {
  name: 'warn-of-destination',
  mails: true,
  async run(platform, input) {
    const task = payload.parse(input)
    const warning = await inScope(platform.appPool, { kind: 'root', rootId: task.rootId }, (tx) => find(tx, task))
    if (!warning) return
    const job = { name: warnOfDestinationJob.name, queue: mailQueueOf(task), task }
    await mailEach(platform, job, warning.receivers, async ({ email, language }, index) => {
      const id = `${task.destinationId}.${warning.warnedAt_ms}.${index}`
      const letter = await composeFor(platform, { ...task, email, language }, 'problems', (say) =>
        warningText(warning.warning, say),
      )
      if (!letter) return true
      return isSettled(await sendAs(platform, task, { ...letter, to: [email], id }))
    })
  },
}

interface Row {
  client_id: string
  campaign_name: string
  kind: DestinationKind
  url: string | null
  status: Health['status']
  last_error_code: Cause | null
  warned_at: Date
}

interface Found {
  warning: Warning
  receivers: { email: string; language: Language }[]
  warnedAt_ms: number
}

/** Null if the destination works again or was removed by the time the job runs. */
async function find(tx: Tx, { agencyId, destinationId }: Payload): Promise<Found | null> {
  const { rows } = await tx.query<Row>(
    `select destination.client_id, campaign.name as campaign_name, kind, url, destination.status, last_error_code, warned_at
     from destination join campaign on campaign.agency_id = destination.agency_id and campaign.id = campaign_id
     where destination.agency_id = $1 and destination.id = $2 and destination.removed_at is null`,
    [agencyId, destinationId],
  )
  const row = rows[0]
  if (!row || row.status === 'ok') return null
  const warning = {
    campaign: row.campaign_name,
    destination: (say: Translate) => connectorOf(row.kind).describe(row, say),
    cause: row.last_error_code,
    isOff: row.status === 'disabled',
  }
  const receivers = await readReceivers(tx, agencyId, row.client_id)
  return { warning, receivers, warnedAt_ms: row.warned_at.getTime() }
}
