import { accountKinds, type IntegrationDetails } from '#contract/integrations/services.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { timeOfId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { DestinationKind } from '../connectors/registry.ts'
import { groupBy } from '#server/platform/group-by.ts'
import { buildBodies, type WithoutBody } from './build-bodies.ts'
import { bundleDigests } from './bundle-digests.ts'
import type { DueDestination } from './find-due.ts'
import { bodyRetention_ms } from './delete-bodies.ts'
import { findHiddenNumbers } from './hidden-numbers.ts'

/** A delivery that this process may attempt while the lease lasts. */
export interface Claimed {
  rootId: string
  agencyId: string
  clientId: string
  id: string
  leadId: string
  destinationId: string
  kind: DestinationKind
  url: string | null
  secretSealed: string | null
  recipients: readonly string[]
  connectionId: string | null
  details: IntegrationDetails
  state: Readonly<Record<string, unknown>>
  isRepeat: boolean
  /** Its email may cover other leads too, whose deliveries end like it. */
  isDigest: boolean
  failing: boolean
  attempts: number
  /** Null if the lead is gone. */
  body: string | null
  leasedUntil: Date
}

/** The duration of a lease. */
export const lease_ms = 30_000

/**
 * How many deliveries of a destination are claimed together: enough to keep claiming cheap compared to sending. A
 * failing destination is probed with a single delivery.
 */
const claimedTogether = { ok: 16, failing: 1 } as const

/**
 * Claims the first due deliveries of each destination that has no active lease, so that only one worker serves a
 * destination at a time. Leased rows become due again when the lease ends, so crashes need no other recovery.
 *
 * `of` narrows every table to one agency, since a cluster writes to one node only.
 */
const claimText = (of: '' | 'and agency_id = $8'): string => `
  with due as (
    select turn.agency_id, chosen.id, destination.kind, destination.url, destination.secret_sealed,
           destination.recipients, destination.connection_id, destination.details, destination.state
    from unnest($6::uuid[], $7::uuid[]) as turn (agency_id, destination_id)
    cross join lateral (
      select * from destination
      where root_id = $1 ${of} and agency_id = turn.agency_id and id = turn.destination_id and status = $3
        and (held_until is null or held_until <= $2)
      limit 1) as destination
    left join lateral (
      select agency_id from delivery
      where root_id = $1 ${of} and agency_id = turn.agency_id and destination_id = turn.destination_id
        and leased_until is not null and leased_until > $2
      limit 1) as leased on true
    cross join lateral (
      select id from delivery
      where root_id = $1 ${of} and agency_id = turn.agency_id and destination_id = turn.destination_id
        and status = 'waiting' and next_attempt_at <= $2
      order by next_attempt_at, id
      limit $4
      for update skip locked) as chosen
    where leased.agency_id is null
  )
  update delivery set leased_until = $5, next_attempt_at = $5
  from due
  where delivery.agency_id = due.agency_id and delivery.id = due.id ${of.replace('agency_id', 'delivery.agency_id')}
  returning delivery.agency_id, delivery.client_id, delivery.id, delivery.lead_id, delivery.destination_id,
            due.kind, due.url, due.secret_sealed, due.recipients, due.connection_id, due.details, due.state, delivery.attempts, delivery.body, delivery.digest_at`

const claim = claimText('')
const claimOfAgency = claimText('and agency_id = $8')

interface ClaimedRow {
  agency_id: string
  client_id: string
  id: string
  lead_id: string
  destination_id: string
  kind: DestinationKind
  url: string | null
  secret_sealed: string | null
  recipients: string[]
  connection_id: string | null
  details: IntegrationDetails
  state: Record<string, unknown>
  attempts: number
  body: string | null
  digest_at: Date | null
}

/** Serializes claims within a root: two concurrent ones could both find a destination free. */
export const lockClaims = (tx: Tx, rootId: string): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('deliveries ' || $1, 0))", [rootId])

const withAccount: ReadonlySet<string> = new Set(accountKinds)

/**
 * The end of this claim's leases: later than that of any earlier claim of these agencies, regardless of clock skew
 * between workers, so that leases show which claim was first (decision 130).
 */
async function leaseEnd(
  tx: Tx,
  rootId: string,
  now_ms: number,
  destinations: readonly DueDestination[],
): Promise<Date> {
  const agencyIds = [
    ...new Set(destinations.filter(({ kind }) => withAccount.has(kind)).map(({ agencyId }) => agencyId)),
  ]
  let end_ms = now_ms + lease_ms
  // One by one, because a cluster stores each agency on one node.
  for (const agencyId of agencyIds) {
    const { rows } = await tx.query<{ newest: Date | null }>(
      `select max(leased_until) as newest from delivery
        where root_id = $1 and agency_id = $2 and leased_until is not null`,
      [rootId, agencyId],
    )
    end_ms = Math.max(end_ms, (rows[0]?.newest?.getTime() ?? 0) + 1)
  }
  return dateOf(end_ms)
}

/** Claims the first due deliveries of these destinations. */
async function claimOf(
  tx: Tx,
  rootId: string,
  now_ms: number,
  leasedUntil: Date,
  destinations: readonly DueDestination[],
): Promise<ClaimedRow[]> {
  const rows: ClaimedRow[] = []
  for (const [status, some] of groupBy(destinations, (one) => one.status)) {
    const values = (destinations: readonly DueDestination[]): unknown[] => [
      rootId,
      dateOf(now_ms),
      status,
      claimedTogether[status],
      leasedUntil,
      destinations.map(({ agencyId }) => agencyId),
      destinations.map(({ id }) => id),
    ]
    // Not prepared: a generic plan for any number of destinations would read the whole table.
    if (!tx.isOnCluster) rows.push(...(await tx.query<ClaimedRow>(claim, values(some))).rows)
    else
      for (const [agencyId, ofAgency] of groupBy(some, (one) => one.agencyId))
        rows.push(...(await tx.query<ClaimedRow>(claimOfAgency, [...values(ofAgency), agencyId])).rows)
  }
  return rows.sort(byAge)
}

/** Deliveries claimed together are sent in the order of their ids, that is, by the age of their leads. */
const byAge = (one: ClaimedRow, other: ClaimedRow): number => (one.id < other.id ? -1 : 1)

/** Claims due deliveries of the chosen destinations: one list per destination, oldest first. */
export function claimDue(
  platform: Platform,
  rootId: string,
  destinations: readonly DueDestination[],
): Promise<Claimed[][]> {
  const now_ms = platform.clock.now()
  const isFailing = new Map(destinations.map(({ id, status }) => [id, status === 'failing']))
  return inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    await lockClaims(tx, rootId)
    const leasedUntil = await leaseEnd(tx, rootId, now_ms, destinations)
    const rows = await claimOf(tx, rootId, now_ms, leasedUntil, destinations)
    const inDigest = rows.filter((row) => row.body === null && row.digest_at !== null)
    const carriers = await bundleDigests(tx, rootId, now_ms, inDigest)
    const sendable = rows.filter((row) => !inDigest.includes(row) || carriers.has(row.id))
    const madeAnew = await findHiddenNumbers(tx, sendable)
    const withoutBody = sendable.filter(({ id, body }) => body === null || madeAnew.has(id)).map(toWithoutBody)
    const bodies = await buildBodies(tx, platform.config, rootId, withoutBody)
    const claims = sendable
      .map((row) => toClaimed(row, { rootId, leasedUntil, failing: isFailing.get(row.destination_id) ?? false }))
      .map((one) => ({ ...one, body: bodies.get(one.id) ?? (madeAnew.has(one.id) ? null : one.body) }))
    return [...groupBy(claims, ({ destinationId }) => destinationId).values()]
  })
}

const toWithoutBody = (row: ClaimedRow): WithoutBody => ({
  agencyId: row.agency_id,
  id: row.id,
  leadId: row.lead_id,
  kind: row.kind,
  recipients: row.recipients,
  isDigest: row.digest_at !== null,
})

const toClaimed = (row: ClaimedRow, common: Pick<Claimed, 'rootId' | 'leasedUntil' | 'failing'>): Claimed => ({
  ...common,
  agencyId: row.agency_id,
  clientId: row.client_id,
  id: row.id,
  leadId: row.lead_id,
  destinationId: row.destination_id,
  kind: row.kind,
  url: row.url,
  secretSealed: row.secret_sealed,
  recipients: row.recipients,
  connectionId: row.connection_id,
  details: row.details,
  state: row.state,
  // A stored body means an earlier claim. If the delivery is older than bodies are kept, it may also be a repeat.
  isRepeat: row.body !== null || timeOfId(row.id) < common.leasedUntil.getTime() - lease_ms - bodyRetention_ms,
  isDigest: row.digest_at !== null,
  attempts: row.attempts,
  body: row.body,
})

/** Releases claims that were not attempted: due again at once, or after a requested wait. */
export async function releaseClaims(platform: Platform, claims: readonly Claimed[], wait_ms = 0): Promise<void> {
  const rootId = claims[0]?.rootId
  if (rootId === undefined) return
  await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      `update delivery set leased_until = null, next_attempt_at = $1
       from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as claim (agency_id, id, leased_until)
       where delivery.agency_id = claim.agency_id and delivery.id = claim.id
         and delivery.leased_until = claim.leased_until`,
      [
        dateOf(platform.clock.now() + wait_ms),
        claims.map(({ agencyId }) => agencyId),
        claims.map(({ id }) => id),
        claims.map(({ leasedUntil }) => leasedUntil),
      ],
    ),
  )
}
