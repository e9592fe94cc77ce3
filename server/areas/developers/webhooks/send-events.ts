import { z } from 'zod'
import { id } from '#contract/core/ids.ts'
import type { Cause } from '#contract/integrations/causes.ts'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope, retryConflicts } from '#server/platform/database/scope.ts'
import type { Scope, Tx } from '#server/platform/database/tx.ts'
import { randomFraction } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { healthAfter, type Health } from '#server/areas/integrations/connections/destination-health.ts'
import { postSigned } from '#server/areas/integrations/connectors/webhook/webhook.ts'
import { openWebhookSecret } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import { nextPause_ms } from '#server/areas/integrations/deliveries/schedule.ts'
import { recordAttempts, type AttemptResult } from './record-attempts.ts'
import { sendEventsJobName, sendEventsSlowlyJobName, wakeEndpoint } from '#server/areas/integrations/publish-events.ts'
import { warnOfEndpoint } from './warn-of-endpoint.ts'

const atOnce = 16
/** Concurrent requests per endpoint. */
const together = 2
const timeout_ms = 10_000
/** After a slower attempt, an endpoint moves to the slots for slow ones. */
const slow_ms = 2_000
/** Then other endpoints get a turn: none keeps a slot forever. */
const turn_ms = 10_000

const payload = z.strictObject({ rootId: id, agencyId: id, endpointId: id })
type Payload = z.infer<typeof payload>
const scopeOf = ({ rootId, agencyId }: Payload): Scope => ({ kind: 'agency', rootId, agencyId })

interface Endpoint {
  url: string
  secret_sealed: string
  previous_secret_sealed: string | null
  previous_until: Date | null
  status: Health['status']
  consecutive_failures: number
  failing_since: Date | null
  last_error_code: Cause | null
  warned_of: 'failing' | 'disabled' | null
  /** Its last attempts were slow, in any process. */
  is_slow: boolean
}

interface Changed {
  id: string
  url: string
  status: Health['status']
  warned_at: Date | null
  warned_of: 'failing' | 'disabled' | null
}

interface Message {
  id: string
  client_id: string | null
  type: string
  data: Record<string, unknown>
  attempts: number
  created_at: Date
}

/**
 * Sends an endpoint's due messages. Jobs of an endpoint run one after another; after a crash, messages in progress are
 * sent again under the same ids.
 */
export const sendEventsJob: Job = {
  name: sendEventsJobName,
  lane: 'hooks',
  run: (platform, input) => runTurn(platform, payload.parse(input), (isSlow) => !isSlow),
}

/** The same for slow endpoints. They have their own slots, so that they block neither other endpoints nor emails. */
export const sendEventsSlowlyJob: Job = {
  name: sendEventsSlowlyJobName,
  lane: 'slowHooks',
  run: (platform, input) => runTurn(platform, payload.parse(input), () => true),
}

/** Runs until nothing is due, its turn ends or it belongs in the other lane; then queues the next job. */
async function runTurn(platform: Platform, task: Payload, mayStay: (isSlow: boolean) => boolean): Promise<void> {
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    retryConflicts(() => inScope(platform.appPool, scopeOf(task), work))
  const began_ms = machineTime(platform.clock)
  const goesOn = (isSlow: boolean): boolean => mayStay(isSlow) && machineTime(platform.clock) - began_ms < turn_ms
  for (;;) {
    const batch = await run((tx) => readDue(tx, task, platform.clock.now()))
    if (!batch) return
    const wasSlow = batch.endpoint.is_slow
    if (!goesOn(wasSlow)) {
      await run((tx) => wakeEndpoint(tx, task, task.endpointId, wasSlow ? sendEventsSlowlyJobName : sendEventsJobName))
      return
    }
    const sending = await sendAll(platform, task, batch, goesOn)
    if (!(await run((tx) => record(tx, platform, task, batch.endpoint, sending)))) return
  }
}

/** A removed agency and one without the developer API are sent nothing. What waits is sent if that changes in time. */
const mayGetEvents = `company.api_mode and company.status = 'active' and company.removed_at is null`

/** The due messages, oldest first. A failing endpoint gets one; the others wait for its outcome. */
async function readDue(
  tx: Tx,
  { agencyId, endpointId }: Payload,
  now_ms: number,
): Promise<{ endpoint: Endpoint; messages: Message[] } | null> {
  const { rows } = await tx.query<Endpoint>(
    `select url, secret_sealed, previous_secret_sealed, previous_until, status, consecutive_failures, failing_since, last_error_code, warned_of, is_slow
       from event_endpoint where agency_id = $1 and id = $2 and removed_at is null and status <> 'disabled'
        and (blocked_until is null or blocked_until <= $3)
        and exists (select from company where company.id = $1 and ${mayGetEvents})`,
    [agencyId, endpointId, dateOf(now_ms)],
  )
  const [endpoint] = rows
  if (!endpoint) return null
  const { rows: messages } = await tx.query<Message>(
    `select id, client_id, type, data, attempts, created_at from event_message
      where agency_id = $1 and endpoint_id = $2 and status = 'waiting' and next_attempt_at <= $3
      order by next_attempt_at, id limit $4`,
    [agencyId, endpointId, dateOf(now_ms), endpoint.consecutive_failures > 0 ? 1 : atOnce],
  )
  return messages.length > 0 ? { endpoint, messages } : null
}

interface Done {
  tried: readonly AttemptResult[]
  /** The last two attempts were slow. */
  isSlow: boolean
}

/** Two at a time; stops after a failure or when the turn ends. */
async function sendAll(
  platform: Platform,
  task: Payload,
  { endpoint, messages }: { endpoint: Endpoint; messages: Message[] },
  goesOn: (isSlow: boolean) => boolean,
): Promise<Done> {
  const attempts: AttemptResult[] = []
  let isSlow = endpoint.is_slow
  for (let from = 0; from < messages.length; from += together) {
    const pair = messages.slice(from, from + together)
    const began_ms = machineTime(platform.clock)
    attempts.push(...(await Promise.all(pair.map((message) => send(platform, task, endpoint, message)))))
    isSlow = machineTime(platform.clock) - began_ms > slow_ms
    if (attempts.some(({ answer }) => !answer.delivered) || !goesOn(isSlow)) break
  }
  return { tried: attempts, isSlow }
}

async function send(platform: Platform, task: Payload, endpoint: Endpoint, message: Message): Promise<AttemptResult> {
  const { clock } = platform
  const startedAt_ms = clock.now()
  const overlaps = endpoint.previous_until !== null && endpoint.previous_until.getTime() > startedAt_ms
  const sealedSecrets = [endpoint.secret_sealed, ...(overlaps ? [endpoint.previous_secret_sealed] : [])]
  const secrets = sealedSecrets.flatMap((one) =>
    one === null ? [] : [openWebhookSecret(platform, task.agencyId, task.endpointId, one)],
  )
  const body = JSON.stringify({
    type: message.type,
    timestamp: message.created_at.toISOString(),
    data: message.data,
  })
  const answer = await postSigned(platform, { url: endpoint.url, secrets, id: message.id, body, timeout_ms })
  return {
    messageId: message.id,
    clientId: message.client_id,
    attempts: message.attempts,
    answer,
    startedAt_ms,
    endedAt_ms: clock.now(),
  }
}

/** Whether an endpoint was given another URL while messages were sent to this one; locked, so that none follows. */
async function hasOtherUrl(tx: Tx, { agencyId, endpointId }: Payload, url: string): Promise<boolean> {
  const { rows } = await tx.query<{ url: string }>(
    'select url from event_endpoint where agency_id = $1 and id = $2 and removed_at is null for update',
    [agencyId, endpointId],
  )
  return rows[0] !== undefined && rows[0].url !== url
}

/**
 * Stores the attempts and the endpoint's health, unless these were attempts at an earlier URL. Returns whether to
 * continue at once.
 */
async function record(
  tx: Tx,
  platform: Platform,
  task: Payload,
  endpoint: Endpoint,
  { tried, isSlow }: Done,
): Promise<boolean> {
  const { agencyId, endpointId } = task
  const now_ms = platform.clock.now()
  const hasMoved = await hasOtherUrl(tx, task, endpoint.url)
  await recordAttempts(tx, task, tried, now_ms, hasMoved)
  if (hasMoved) return true
  const before: Health = {
    status: endpoint.status,
    consecutiveFailures: endpoint.consecutive_failures,
    failingSince_ms: endpoint.failing_since?.getTime() ?? null,
    cause: endpoint.last_error_code,
  }
  const health = tried.reduce(
    (health, { answer, endedAt_ms }) => healthAfter(health, { ...answer, endedAt_ms }),
    before,
  )
  const isWell = health.consecutiveFailures === 0
  // It had been turned off by its failures and was turned on only for a test.
  const after: Health = endpoint.warned_of === 'disabled' && !isWell ? { ...health, status: 'disabled' } : health
  // The delay follows the endpoint's failures, not a message's attempts. A receiver may ask for a longer one.
  const asked_ms = Math.max(...tried.map(({ answer }) => answer.retryAfter_ms ?? 0))
  const pause_ms = nextPause_ms(Math.min(after.consecutiveFailures, 3) || 1, randomFraction(), asked_ms) ?? 0
  const { rows } = await tx.query<Changed>(
    `update event_endpoint set status = case when status = 'disabled' then status else $3 end, consecutive_failures = $4,
       failing_since = $5, last_error_code = case when status = 'disabled' then last_error_code else $6 end, blocked_until = $7, is_slow = $8
      where agency_id = $1 and id = $2 and removed_at is null returning id, url, status, warned_at, warned_of`,
    [
      agencyId,
      endpointId,
      after.status,
      after.consecutiveFailures,
      after.failingSince_ms === null ? null : dateOf(after.failingSince_ms),
      after.cause,
      isWell ? null : dateOf(now_ms + pause_ms),
      isSlow,
    ],
  )
  const endpointRow = rows[0]
  // If it was turned off by hand meanwhile, no one needs to be told.
  if (endpointRow?.status === after.status) await warnOfEndpoint(tx, platform, task, endpointRow, after, now_ms)
  return isWell
}

/** Wakes endpoints whose delay is over, once a minute, because jobs can't wait by the demo clock. */
export const wakeEventsJob: Job = {
  name: 'wake-events',
  everyMinutes: 1,
  async run(platform) {
    const now = dateOf(platform.clock.now())
    for (const rootId of await readRoots(platform))
      await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
        const { rows } = await tx.query<{ agencyId: string; id: string }>(
          `select due.agency_id as "agencyId", due.id from company
             cross join lateral (
               select e.agency_id, e.id from event_endpoint e
                where e.agency_id = company.id and e.removed_at is null and e.status <> 'disabled'
                  and (e.blocked_until is null or e.blocked_until <= $2)
                  and exists (select from event_message m where m.agency_id = e.agency_id and m.endpoint_id = e.id
                               and m.status = 'waiting' and m.next_attempt_at <= $2)) due
            where company.root_id = $1 and company.kind = 'agency' and ${mayGetEvents}`,
          [rootId, now],
        )
        for (const { agencyId, id: endpointId } of rows) await wakeEndpoint(tx, { rootId, agencyId }, endpointId)
      })
  },
}
