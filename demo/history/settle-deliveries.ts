import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { demoId } from '../world.ts'

interface Waiting {
  id: string
  client_id: string
  kind: 'email' | 'webhook'
  created_at: Date
  /** From 0 to 999, deterministic for each delivery. */
  luck: number
}

interface Attempt {
  at_ms: number
  delivered: boolean
}

const second_ms = 1_000
const minute_ms = 60 * second_ms
const hour_ms = 60 * minute_ms
/** The program's pauses after each failed attempt (docs/domain). */
const pauses_ms = [
  5 * second_ms,
  5 * minute_ms,
  30 * minute_ms,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour_ms),
]
const longestRetry_ms = 76 * hour_ms

/** What comes from now on is not sent, although deliveries have begun, until `settleDeliveries` ends it. */
export const pauseDestinations = (platform: Platform, agency: string): Promise<void> => {
  const scope = { kind: 'agency', rootId: demoId('Leadloom'), agencyId: demoId(agency) } as const
  return inScope(platform.appPool, scope, async (tx) => {
    await tx.query(`update destination set status = 'disabled' where agency_id = $1 and removed_at is null`, [
      scope.agencyId,
    ])
  })
}

/**
 * Gives the deliveries of an agency's past leads their outcomes: most arrived at once, some after a retry, a few never.
 * Nothing is sent, because the receivers of the past no longer exist. Runs before the delivery worker, or for
 * destinations that are paused; idempotent.
 */
export async function settleDeliveries(platform: Platform, agency: string, began_ms: number): Promise<void> {
  const rootId = demoId('Leadloom')
  const agencyId = demoId(agency)
  await inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, async (tx) => {
    const { rows } = await tx.query<Waiting>(
      `select delivery.id, delivery.client_id, destination.kind, delivery.created_at,
              (('x' || substr(md5(delivery.lead_id::text || destination.kind), 1, 6))::bit(24)::int % 1000) as luck
         from delivery join destination on destination.agency_id = delivery.agency_id and destination.id = destination_id
        where delivery.agency_id = $1 and delivery.created_at < $2
          and (delivery.status = 'waiting' or delivery.status = 'dead' and destination.status = 'disabled')`,
      [agencyId, new Date(began_ms)],
    )
    const deliveries = rows.map((row) => ({ row, attempts: attemptsOf(row, began_ms) }))
    if (deliveries.length > 0) {
      await endDeliveries(tx, agencyId, deliveries)
      await insertAttempts(tx, { rootId, agencyId }, deliveries)
    }
    await tx.query(`update destination set status = 'ok' where agency_id = $1 and status = 'disabled'`, [agencyId])
  })
}

interface SettingsTarget {
  row: Waiting
  attempts: Attempt[]
}

function attemptsOf({ kind, created_at, luck }: Waiting, began_ms: number): Attempt[] {
  const first_ms = created_at.getTime() + 200 + (luck % 37) * 40
  const isRecent = began_ms - first_ms < hour_ms
  if (kind === 'email' || luck >= 40 || isRecent) return [{ at_ms: first_ms, delivered: true }]
  const isLost = luck < 12 && first_ms + longestRetry_ms < began_ms - 24 * hour_ms
  if (!isLost)
    return triesFrom(first_ms, 1 + (luck % 2)).map((at_ms, at, all) => ({ at_ms, delivered: at === all.length - 1 }))
  return triesFrom(first_ms, pauses_ms.length).map((at_ms) => ({ at_ms, delivered: false }))
}

/** The times of the first attempt and of this many retries. */
function triesFrom(first_ms: number, repeats: number): number[] {
  const tries = [first_ms]
  for (const pause_ms of pauses_ms.slice(0, repeats)) tries.push(tries.at(-1)! + pause_ms)
  return tries
}

const duration_ms = (row: Waiting): number => 40 + (row.luck % 90)

async function endDeliveries(tx: Tx, agencyId: string, deliveries: readonly SettingsTarget[]): Promise<void> {
  const last = deliveries.map(({ attempts }) => attempts.at(-1)!)
  await tx.query(
    `update delivery set status = made.status, attempts = made.attempts, next_attempt_at = null, leased_until = null,
            last_error_code = made.cause, delivered_at = made.delivered_at
       from unnest($2::uuid[], $3::text[], $4::int[], $5::text[], $6::timestamptz[])
            as made (id, status, attempts, cause, delivered_at)
      where delivery.agency_id = $1 and delivery.id = made.id`,
    [
      agencyId,
      deliveries.map(({ row }) => row.id),
      last.map(({ delivered }) => (delivered ? 'delivered' : 'dead')),
      deliveries.map(({ attempts }) => attempts.length),
      last.map(({ delivered }) => (delivered ? null : 'receiver_error')),
      deliveries.map(({ row }, at) => (last[at]!.delivered ? new Date(last[at]!.at_ms + duration_ms(row)) : null)),
    ],
  )
}

async function insertAttempts(
  tx: Tx,
  { rootId, agencyId }: { rootId: string; agencyId: string },
  deliveries: readonly SettingsTarget[],
): Promise<void> {
  const attempts = deliveries.flatMap(({ row, attempts: ofDelivery }) =>
    ofDelivery.map((attempt) => ({ row, ...attempt })),
  )
  await tx.query(
    `insert into delivery_attempt (agency_id, root_id, id, client_id, delivery_id, at, outcome, error_code, http_status, duration_ms)
     select $1, $2, * from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::text[], $8::text[], $9::int[], $10::int[])
     returning 1`,
    [
      agencyId,
      rootId,
      attempts.map(({ at_ms }) => newId(at_ms)),
      attempts.map(({ row }) => row.client_id),
      attempts.map(({ row }) => row.id),
      attempts.map(({ at_ms }) => new Date(at_ms)),
      attempts.map(({ delivered }) => (delivered ? 'delivered' : 'failed')),
      attempts.map(({ delivered }) => (delivered ? null : 'receiver_error')),
      attempts.map(({ row, delivered }) => (row.kind === 'email' ? null : delivered ? 204 : 503)),
      attempts.map(({ row }) => duration_ms(row)),
    ],
  )
}
