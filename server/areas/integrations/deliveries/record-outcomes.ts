import type { Cause } from '#contract/integrations/causes.ts'
import { maxRecordIdLength } from '#contract/integrations/callbacks.ts'
import { maxAttempts } from '#contract/integrations/deliveries.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope, retryConflicts } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId, randomFraction } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectorOf } from '../connectors/registry.ts'
import { healthAfter, type Health } from '../connections/destination-health.ts'
import { publishEvents } from '../publish-events.ts'
import { endCarried } from './bundle-digests.ts'
import { endWaiting } from './end-waiting.ts'
import { groupBy } from '#server/platform/group-by.ts'
import { signalDeliveries } from './queue-deliveries.ts'
import { requestedPause_ms, nextPause_ms } from './schedule.ts'
import { slow_ms } from './serve-destination.ts'
import type { Outcome } from './send-delivery.ts'
import { queueWarning } from '../connections/warn-of-destination.ts'

export interface RecordedOutcomes {
  /** When the earliest of them is due again, in milliseconds since 1970; null if none is. */
  nextAt_ms: number | null
  /** The new status of each destination. */
  statusOf: ReadonlyMap<string, Health['status']>
}

/** Stores the outcomes of one root's deliveries, many in one transaction. */
export function recordOutcomes(
  platform: Platform,
  rootId: string,
  outcomes: readonly Outcome[],
): Promise<RecordedOutcomes> {
  const now_ms = platform.clock.now()
  const record = async (tx: Tx): Promise<RecordedOutcomes> => {
    // Always lock destinations before deliveries, here as in every other use case.
    const destinations = await lockDestinations(tx, outcomes)
    const plans = outcomes.map((outcome) => plan(outcome, now_ms, hasMoved(outcome, destinations)))
    const retryTimes = plans.flatMap(({ nextAt_ms }) => (nextAt_ms === null ? [] : [nextAt_ms]))
    await recordDeliveries(tx, plans, now_ms)
    const digestParts = await recordCarried(tx, plans)
    await publishDead(tx, rootId, [...plans, ...digestParts], now_ms)
    const statusOf = new Map<string, Health['status']>()
    for (const row of destinations) statusOf.set(row.id, await recordHealth(tx, rootId, row, outcomes, now_ms))
    await insertAttempts(
      tx,
      rootId,
      [...outcomes, ...digestParts.map(({ outcome }) => outcome)].filter((outcome) => !isPostponed(outcome)),
    )
    for (const [agencyId, ofAgency] of groupBy(outcomes, ({ delivery }) => delivery.agencyId)) {
      await signalDeliveries(tx, { rootId, agencyId }, [...new Set(ofAgency.map(({ delivery }) => delivery.clientId))])
    }
    return { nextAt_ms: retryTimes.length > 0 ? Math.min(...retryTimes) : null, statusOf }
  }
  return retryConflicts(() => inScope(platform.appPool, { kind: 'root', rootId }, record))
}

interface Planned {
  outcome: Outcome
  status: 'waiting' | 'delivered' | 'dead'
  attempts: number
  nextAt_ms: number | null
}

/**
 * Whether a webhook got another URL during the attempt: what the earlier receiver answered, or asked to wait for, says
 * nothing about the new one.
 */
const hasMoved = ({ delivery }: Outcome, destinations: readonly HealthRow[]): boolean =>
  destinations.some(({ id, url }) => id === delivery.destinationId && url !== delivery.url)

function plan(outcome: Outcome, now_ms: number, isMoved: boolean): Planned {
  const { attempts } = outcome.delivery
  if (isPostponed(outcome)) return { outcome, status: 'waiting', attempts, nextAt_ms: now_ms + outcome.postponed_ms }
  const attempt = { outcome, attempts: attempts + 1 }
  if (outcome.delivered) return { ...attempt, status: 'delivered', nextAt_ms: null }
  if (isMoved) return { ...attempt, status: 'waiting', nextAt_ms: now_ms }
  const pause_ms = outcome.final ? null : nextPause_ms(attempts + 1, randomFraction(), outcome.retryAfter_ms)
  if (pause_ms === null) return { ...attempt, status: 'dead', nextAt_ms: null }
  return { ...attempt, status: 'waiting', nextAt_ms: now_ms + pause_ms }
}

/** Nothing was attempted, so it isn't logged and doesn't affect the destination's health. */
const isPostponed = ({ postponed_ms }: Outcome): boolean => postponed_ms > 0

/**
 * An attempt that outlived its lease may have been taken over: then only its success counts, because the receiver has
 * the lead. The same applies if the delivery was ended meanwhile.
 */
const updateDeliveries = `
  update delivery set status = made.status, attempts = made.attempts, next_attempt_at = made.next_attempt_at,
    leased_until = null, last_error_code = made.cause,
    delivered_at = case when made.status = 'delivered' then $8::timestamptz end,
    record_id = coalesce(made.record_id, delivery.record_id)
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::integer[], $5::timestamptz[], $6::timestamptz[], $7::text[],
              $9::text[])
    as made (agency_id, id, status, attempts, next_attempt_at, leased_until, cause, record_id)
  where delivery.agency_id = made.agency_id and delivery.id = made.id
    and (delivery.leased_until = made.leased_until or (made.status = 'delivered' and delivery.status <> 'delivered'))`

async function recordDeliveries(tx: Tx, plans: readonly Planned[], now_ms: number): Promise<void> {
  await tx.query(updateDeliveries, [
    plans.map(({ outcome }) => outcome.delivery.agencyId),
    plans.map(({ outcome }) => outcome.delivery.id),
    plans.map(({ status }) => status),
    plans.map(({ attempts }) => attempts),
    plans.map(({ nextAt_ms }) => (nextAt_ms === null ? null : dateOf(nextAt_ms))),
    plans.map(({ outcome }) => outcome.delivery.leasedUntil),
    plans.map(({ outcome }) => outcome.cause),
    dateOf(now_ms),
    plans.map(({ outcome }) => outcome.recordId?.slice(0, maxRecordIdLength) ?? null),
  ])
}

/** Deliveries bundled in an email end with it, each with its own entry in the log of attempts. */
async function recordCarried(tx: Tx, plans: readonly Planned[]): Promise<Planned[]> {
  const carriers = plans.filter(({ outcome, status }) => outcome.delivery.isDigest && status !== 'waiting')
  const parts: Planned[] = []
  for (const [agencyId, ofAgency] of groupBy(carriers, ({ outcome }) => outcome.delivery.agencyId)) {
    const ids = await endCarried(
      tx,
      agencyId,
      ofAgency.map(({ outcome, status }) => ({ id: outcome.delivery.id, status: status as 'delivered' | 'dead' })),
    )
    for (const carrier of ofAgency)
      for (const id of ids.get(carrier.outcome.delivery.id) ?? [])
        parts.push({ ...carrier, outcome: { ...carrier.outcome, delivery: { ...carrier.outcome.delivery, id } } })
  }
  return parts
}

/**
 * Publishes an event for each dead delivery, for the agency's own software. After an attempt that lost its lease, the
 * delivery may still be tried by another worker, or have arrived.
 */
async function publishDead(tx: Tx, rootId: string, plans: readonly Planned[], now_ms: number): Promise<void> {
  const failures = plans.flatMap(({ outcome, status }) => (status === 'dead' ? [outcome] : []))
  for (const [agencyId, ofAgency] of groupBy(failures, ({ delivery }) => delivery.agencyId)) {
    const { rows } = await tx.query<{ id: string }>(
      `select id from delivery where agency_id = $1 and id = any($2::uuid[]) and status = 'dead'`,
      [agencyId, ofAgency.map(({ delivery }) => delivery.id)],
    )
    const deadIds = new Set(rows.map(({ id }) => id))
    const events = ofAgency
      .filter(({ delivery }) => deadIds.has(delivery.id))
      .map(({ delivery, cause }) => ({
        clientId: delivery.clientId,
        data: { id: delivery.id, client_id: delivery.clientId, destination_id: delivery.destinationId, cause },
      }))
    await publishEvents(tx, { rootId, agencyId }, now_ms, 'delivery.failed', events)
  }
}

const attemptsOf = `
  insert into delivery_attempt (root_id, agency_id, client_id, id, delivery_id, at, outcome, error_code, http_status, duration_ms)
  select $1, * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::text[], $8::text[],
                           $9::integer[], $10::integer[])
  returning 1`

/** The demo clock may jump during an attempt; its duration is then recorded as 0. */
const lengthOf = ({ startedAt_ms, endedAt_ms }: Outcome): number => {
  const length_ms = endedAt_ms - startedAt_ms
  return length_ms >= 0 && length_ms < 60_000 ? length_ms : 0
}

async function insertAttempts(tx: Tx, rootId: string, outcomes: readonly Outcome[]): Promise<void> {
  await tx.query(attemptsOf, [
    rootId,
    outcomes.map(({ delivery }) => delivery.agencyId),
    outcomes.map(({ delivery }) => delivery.clientId),
    outcomes.map(({ startedAt_ms }) => newId(startedAt_ms)),
    outcomes.map(({ delivery }) => delivery.id),
    outcomes.map(({ startedAt_ms }) => dateOf(startedAt_ms)),
    outcomes.map(({ delivered }) => (delivered ? 'delivered' : 'failed')),
    outcomes.map(({ cause }) => cause),
    outcomes.map(({ httpStatus }) => httpStatus),
    outcomes.map(lengthOf),
  ])
}

interface HealthRow {
  agency_id: string
  id: string
  url: string | null
  status: Health['status']
  consecutive_failures: number
  failing_since: Date | null
  last_error_code: Cause | null
  warned_at: Date | null
  is_slow: boolean
}

/** Ordered by agency and id, so that concurrent recorders don't deadlock. */
async function lockDestinations(tx: Tx, outcomes: readonly Outcome[]): Promise<HealthRow[]> {
  const ofAgency = [...groupBy(outcomes, ({ delivery }) => delivery.agencyId)].sort(([a], [b]) => (a < b ? -1 : 1))
  const destinations: HealthRow[] = []
  for (const [agencyId, outcomesOfAgency] of ofAgency) {
    const { rows } = await tx.query<HealthRow>(
      `select agency_id, id, url, status, consecutive_failures, failing_since, last_error_code, warned_at, is_slow
       from destination
       where agency_id = $1 and id = any($2::uuid[]) order by id for update`,
      [agencyId, [...new Set(outcomesOfAgency.map(({ delivery }) => delivery.destinationId))]],
    )
    destinations.push(...rows)
  }
  return destinations
}

async function recordHealth(
  tx: Tx,
  rootId: string,
  row: HealthRow,
  outcomes: readonly Outcome[],
  now_ms: number,
): Promise<Health['status']> {
  const before = healthOf(row)
  const ofDestination = outcomes.filter(
    (outcome) => outcome.delivery.destinationId === row.id && !isPostponed(outcome) && !hasMoved(outcome, [row]),
  )
  const after = asTries(ofDestination).reduce(healthAfter, before)
  const isSlow = ofDestination.length > 0 ? ofDestination.some(({ took_ms }) => took_ms > slow_ms) : row.is_slow
  if (sameHealth(before, after) && isSlow === row.is_slow) return after.status
  await updateHealth(tx, row, after, { isSlow, heldUntil: heldUntilOf(ofDestination, now_ms) }, now_ms)
  const destination = { rootId, agencyId: row.agency_id, destinationId: row.id, warnedAt: row.warned_at }
  await queueWarning(tx, destination, before, after, now_ms)
  if (after.status === 'disabled')
    await endWaiting(tx, { rootId, agencyId: row.agency_id }, row.id, 'destination_disabled')
  if (before.status === 'failing' && after.status === 'ok') await retryWaitingNow(tx, rootId, row, now_ms)
  return after.status
}

/**
 * How long the receiver wants no requests at all; null if it doesn't say. A service's wait is stored with the account
 * instead, because other campaigns use it too.
 */
function heldUntilOf(outcomes: readonly Outcome[], now_ms: number): Date | null {
  const failedOwn = outcomes.filter(({ delivered, delivery }) => !delivered && delivery.connectionId === null)
  const longest_ms = Math.max(0, ...failedOwn.map(({ retryAfter_ms }) => requestedPause_ms(retryAfter_ms)))
  return longest_ms > 0 ? dateOf(now_ms + longest_ms) : null
}

/** A batch that failed as a whole counts as one failure of its destination, however many deliveries it had. */
function asTries(outcomes: readonly Outcome[]): readonly Outcome[] {
  const isBatch = ({ delivery }: Outcome): boolean => (connectorOf(delivery.kind).batch ?? 1) > 1
  return outcomes.filter(
    (outcome, index) =>
      outcome.delivered ||
      !isBatch(outcome) ||
      !outcomes
        .slice(0, index)
        .some(
          (other) => !other.delivered && other.cause === outcome.cause && other.startedAt_ms === outcome.startedAt_ms,
        ),
  )
}

const healthOf = (row: HealthRow): Health => ({
  status: row.status,
  consecutiveFailures: row.consecutive_failures,
  failingSince_ms: row.failing_since?.getTime() ?? null,
  cause: row.last_error_code,
})

const sameHealth = (one: Health, other: Health): boolean =>
  one.status === other.status && one.consecutiveFailures === other.consecutiveFailures && one.cause === other.cause

interface Speed {
  isSlow: boolean
  heldUntil: Date | null
}

const updateHealth = (
  tx: Tx,
  row: HealthRow,
  health: Health,
  { isSlow, heldUntil }: Speed,
  now_ms: number,
): Promise<unknown> =>
  tx.query(
    `update destination set status = $3, consecutive_failures = $4, failing_since = $5, last_error_code = $6, is_slow = $8,
       held_until = greatest(held_until, $9), paused_at = case when $3 = 'disabled' then coalesce(paused_at, $7) end
     where agency_id = $1 and id = $2`,
    [
      row.agency_id,
      row.id,
      health.status,
      health.consecutiveFailures,
      health.failingSince_ms === null ? null : dateOf(health.failingSince_ms),
      health.cause,
      dateOf(now_ms),
      isSlow,
      heldUntil,
    ],
  )

/**
 * The destination works again, so waiting retries are sent now, except after a rate limit. A last attempt keeps its
 * delay, so that one good moment in a bad hour doesn't use up all attempts.
 */
const retryWaitingNow = (tx: Tx, rootId: string, row: HealthRow, now_ms: number): Promise<unknown> =>
  tx.query(
    `update delivery set next_attempt_at = $4
     where root_id = $1 and agency_id = $2 and destination_id = $3 and status = 'waiting' and next_attempt_at > $4
       and leased_until is null and attempts between 1 and $5 and last_error_code is distinct from 'too_many'`,
    [rootId, row.agency_id, row.id, dateOf(now_ms), maxAttempts - 2],
  )
