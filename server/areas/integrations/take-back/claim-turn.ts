import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { DestinationKind } from '../connectors/registry.ts'

/** A destination with due receipts. */
export interface Waiting {
  agencyId: string
  destinationId: string
}

/** A receipt claimed by one run until its lease ends. */
export interface Due extends Waiting {
  id: string
  leadId: string
  attempts: number
  person: string
  askedAt: Date
  dueAt: Date
  leasedUntil: Date
  kind: DestinationKind
  url: string | null
  secretSealed: string | null
  connectionId: string | null
  details: IntegrationDetails
  state: Record<string, unknown>
}

/** Receipts per query. */
const atOnce = 200
/** Longer than a destination's turn including its last response; after a crash, claimed receipts are due again after this. */
const lease_ms = 60_000

/** Destinations with due, unclaimed receipts, longest waiting first, except the given ones. */
export async function findWaiting(
  tx: Tx,
  rootId: string,
  excludedIds: readonly string[],
  now_ms: number,
): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>(
    `select take_back.agency_id as "agencyId", destination_id as "destinationId"
     from company agency
     join take_back on take_back.agency_id = agency.id and take_back.root_id = agency.root_id
     where agency.root_id = $1 and agency.kind = 'agency' and take_back.status = 'waiting' and next_attempt_at <= $2
       and (leased_until is null or leased_until <= $2) and destination_id <> all($3::uuid[])
     order by next_attempt_at limit ${atOnce}`,
    [rootId, dateOf(now_ms), excludedIds],
  )
  return [...new Map(rows.map((row) => [row.destinationId, row])).values()]
}

/**
 * Claims a destination's due receipts, longest waiting first. Returns none if another run holds the destination: only one run
 * may use it at a time, since the state of its imports is read at the start of a turn.
 */
export async function claimTurn(
  platform: Platform,
  rootId: string,
  { agencyId, destinationId }: Waiting,
): Promise<Due[]> {
  const now_ms = platform.clock.now()
  const { rows } = await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('take back ' || $1, 0))`, [destinationId])
    return tx.query<Due>(
      `with leased as (
         select 1 from take_back
         where agency_id = $1 and destination_id = $2 and status = 'waiting' and leased_until > $3 limit 1),
       due as (
         select id from take_back
         where agency_id = $1 and destination_id = $2 and status = 'waiting' and next_attempt_at <= $3
           and not exists (select from leased)
         order by next_attempt_at, id limit ${atOnce})
       update take_back set leased_until = $4
       from destination
       where take_back.agency_id = $1 and take_back.id = any(array(select id from due))
         and destination.agency_id = $1 and destination.id = $2
       returning take_back.agency_id as "agencyId", take_back.id, lead_id as "leadId", destination_id as "destinationId", attempts,
         person_sealed as person, asked_at as "askedAt", next_attempt_at as "dueAt", leased_until as "leasedUntil",
         destination.kind, destination.url, destination.secret_sealed as "secretSealed",
         destination.connection_id as "connectionId", destination.details, destination.state`,
      [agencyId, destinationId, dateOf(now_ms), dateOf(now_ms + lease_ms)],
    )
  })
  return rows.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1))
}

/** Releases the receipts that a turn didn't get to. */
export async function releaseReceipts(platform: Platform, rootId: string, receipts: readonly Due[]): Promise<void> {
  const [first] = receipts
  if (!first) return
  await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      'update take_back set leased_until = null where agency_id = $1 and id = any($2::uuid[]) and leased_until = $3',
      [first.agencyId, receipts.map(({ id }) => id), first.leasedUntil],
    ),
  )
}
