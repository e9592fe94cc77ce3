import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { timeOfId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectorOf, kindsWithOneOutlet, type DestinationKind } from '../connectors/registry.ts'
import { groupBy } from '#server/platform/group-by.ts'
import { buildBodies, type WithoutBody } from './build-bodies.ts'
import { bundleDigests } from './bundle-digests.ts'
import { bodiesKeptFor_ms } from './forget-bodies.ts'

/** A delivery that this process may try now, for as long as the lease lasts. */
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
  /** Its mail may tell of other leads, too, whose deliveries end as it does. */
  isDigest: boolean
  failing: boolean
  attempts: number
  /** Null when the lead is gone. */
  body: string | null
  leasedUntil: Date
}

/** How long what was claimed stays with the one who claimed it. */
export const lease_ms = 30_000

/**
 * How many deliveries of one destination are claimed together: enough that claiming costs little beside sending. One
 * that fails is asked with a single delivery whether it works again.
 */
const claimedTogether = { ok: 16, failing: 1 } as const

/**
 * Steps from destination to destination that has waiting deliveries, without reading their queues; takes the oldest due
 * ones of each whose earlier claim is done with, so that a destination is one worker's at a time. Leased rows are due
 * again when their lease ends, which is all that a crash needs. Where an agency's destinations share one outlet, as its mails
 * share its mail server, one of them is claimed at a time: a slow outlet must not take the places of everybody else.
 * Nor must many that are slow ($9): they have places ($10) among those of all.
 *
 * `of` may narrow every table to one agency: a cluster takes such steps on one node only.
 */
const claimText = (of: '' | 'and agency_id = $11'): string => `
  with recursive queue as (
    (select agency_id, destination_id from delivery
     where root_id = $1 ${of} and status = 'waiting' order by agency_id, destination_id limit 1)
    union all
    select next.agency_id, next.destination_id
    from queue cross join lateral (
      select agency_id, destination_id from delivery
      where root_id = $1 ${of} and status = 'waiting'
        and (agency_id, destination_id) > (queue.agency_id, queue.destination_id)
      order by agency_id, destination_id limit 1) as next
  ), ready as (
    select queue.agency_id, destination.id, destination.kind, destination.url, destination.secret_sealed,
           destination.recipients, destination.connection_id, destination.details, destination.state, oldest.next_attempt_at,
           queue.destination_id = any($9::uuid[]) as is_slow,
           row_number() over (partition by queue.agency_id, destination.kind order by oldest.next_attempt_at) as turn
    from queue
    join (select * from destination where root_id = $1 ${of}) destination
      on destination.agency_id = queue.agency_id and destination.id = queue.destination_id
                    and destination.status = $3
                    and (destination.kind <> all($8::text[]) or destination.agency_id <> all($7::uuid[]))
    cross join lateral (
      select next_attempt_at from delivery
      where root_id = $1 ${of} and agency_id = queue.agency_id and destination_id = queue.destination_id
        and status = 'waiting' and next_attempt_at <= $2
      order by next_attempt_at limit 1) as oldest
    where not exists (
      select from delivery
      where root_id = $1 ${of} and agency_id = queue.agency_id and destination_id = queue.destination_id
        and leased_until is not null and leased_until > $2)
  ), served as (
    select * from (
      select *, row_number() over (partition by is_slow order by next_attempt_at) as place
      from ready where kind <> all($8::text[]) or turn = 1) as fair
    where not is_slow or place <= $10
    order by next_attempt_at limit $5
  ), due as (
    select served.agency_id, chosen.id, served.kind, served.url, served.secret_sealed, served.recipients,
           served.connection_id, served.details, served.state
    from served cross join lateral (
      select id from delivery
      where root_id = $1 ${of} and agency_id = served.agency_id and destination_id = served.id
        and status = 'waiting' and next_attempt_at <= $2
      order by next_attempt_at
      limit $4
      for update skip locked) as chosen
  )
  update delivery set leased_until = $6, next_attempt_at = $6
  from due
  where delivery.agency_id = due.agency_id and delivery.id = due.id ${of.replace('agency_id', 'delivery.agency_id')}
  returning delivery.agency_id, delivery.client_id, delivery.id, delivery.lead_id, delivery.destination_id,
            due.kind, due.url, due.secret_sealed, due.recipients, due.connection_id, due.details, due.state, delivery.attempts, delivery.body, delivery.digest_at`

const claim = claimText('')
const claimOfAgency = claimText('and agency_id = $11')

/** Agencies with a delivery that is due to a destination of this status, the longest waiting first. */
const dueAgencies = `
  select delivery.agency_id from destination
    join delivery on delivery.agency_id = destination.agency_id and delivery.destination_id = destination.id
   where destination.root_id = $1 and destination.status = $3 and delivery.root_id = $1 and delivery.status = 'waiting'
     and delivery.next_attempt_at <= $2
   group by delivery.agency_id order by min(delivery.next_attempt_at)`

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

/** One claim at a time in each root's deliveries: two could both find a destination free. */
const takeTurn = (tx: Tx, rootId: string): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('deliveries ' || $1, 0))", [rootId])

/** How many destinations to claim for, of those that are fine and of those that fail. */
export type Room = Readonly<Record<keyof typeof claimedTogether, number>>

/** Destinations that are fine and take long, and how many of them to claim for. */
export interface Slow {
  ids: readonly string[]
  places: number
}

const noneSlow: Slow = { ids: [], places: 0 }

/**
 * Claims due deliveries of a root, by destination: each list is one destination's, oldest first.
 *
 * @param busyOutlets agencies whose shared outlet is in use here: nothing else is claimed for it.
 */
export function claimDue(
  platform: Platform,
  rootId: string,
  room: Room,
  busyOutlets: readonly string[],
  slow: Slow = noneSlow,
): Promise<Claimed[][]> {
  const now_ms = platform.clock.now()
  const leasedUntil = dateOf(now_ms + lease_ms)
  const claimOf = async (tx: Tx, status: keyof Room, busy: readonly string[]): Promise<{ rows: ClaimedRow[] }> => {
    const { ids, places: slowPlaces } = status === 'ok' ? slow : noneSlow
    const values = (places: number, left: number): unknown[] => [
      rootId,
      dateOf(now_ms),
      status,
      claimedTogether[status],
      places,
      leasedUntil,
      busy,
      kindsWithOneOutlet,
      ids,
      left,
    ]
    if (!tx.isOnCluster) return tx.prepared<ClaimedRow>('claim-deliveries', claim, values(room[status], slowPlaces))
    const rows: ClaimedRow[] = []
    const due = await tx.query<{ agency_id: string }>(dueAgencies, [rootId, dateOf(now_ms), status])
    for (const { agency_id } of due.rows) {
      const taken = [...new Set(rows.map(({ destination_id }) => destination_id))]
      const left = room[status] - taken.length
      const slowLeft = slowPlaces - taken.filter((id) => ids.includes(id)).length
      if (left > 0)
        rows.push(...(await tx.query<ClaimedRow>(claimOfAgency, [...values(left, slowLeft), agency_id])).rows)
    }
    return { rows }
  }
  return inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    await takeTurn(tx, rootId)
    const ok = room.ok > 0 ? (await claimOf(tx, 'ok', busyOutlets)).rows : []
    const busy = [
      ...busyOutlets,
      ...ok.filter(({ kind }) => connectorOf(kind).sharesOutlet).map(({ agency_id }) => agency_id),
    ]
    const failing = room.failing > 0 ? (await claimOf(tx, 'failing', busy)).rows : []
    const inDigest = [...ok, ...failing].filter((row) => row.body === null && row.digest_at !== null)
    const carriers = await bundleDigests(tx, rootId, now_ms, inDigest)
    const isOwn = (row: ClaimedRow): boolean => !inDigest.includes(row) || carriers.has(row.id)
    const [okRows, failingRows] = [ok.filter(isOwn), failing.filter(isOwn)]
    const withoutBody = [...okRows, ...failingRows].filter(({ body }) => body === null).map(toWithoutBody)
    const bodies = await buildBodies(tx, platform.config, rootId, withoutBody)
    const claimed = [
      ...okRows.map((row) => toClaimed(row, { rootId, leasedUntil, failing: false })),
      ...failingRows.map((row) => toClaimed(row, { rootId, leasedUntil, failing: true })),
    ].map((one) => ({ ...one, body: one.body ?? bodies.get(one.id) ?? null }))
    return [...groupBy(claimed, ({ destinationId }) => destinationId).values()]
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
  // The body is kept with the first claim: one that has it was claimed before. One that is older than bodies are kept may have been.
  isRepeat: row.body !== null || timeOfId(row.id) < common.leasedUntil.getTime() - lease_ms - bodiesKeptFor_ms,
  isDigest: row.digest_at !== null,
  attempts: row.attempts,
  body: row.body,
})

/** Gives back what was claimed and not tried: due at once for whoever comes first, or after a wait that was asked for. */
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
