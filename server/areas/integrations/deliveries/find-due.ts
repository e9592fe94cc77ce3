import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { DestinationKind } from '../connectors/registry.ts'

/** A destination with a due delivery and none in progress. */
export interface DueDestination {
  agencyId: string
  id: string
  kind: DestinationKind
  status: 'ok' | 'failing'
  /** Its last attempt was slow, in any process. */
  isSlow: boolean
}

/**
 * Walks from one destination with waiting deliveries to the next, reading only the head of each queue, however long it
 * is. Returns those whose head is due, the longest waiting first. Each table is read one row at a time, so that no
 * plan scans it.
 *
 * `of` narrows every table to one agency, because a cluster runs such a recursion on one node only.
 */
const walkText = (of: '' | 'and agency_id = $3'): string => `
  with recursive queue as (
    (select agency_id, destination_id, next_attempt_at from delivery
     where root_id = $1 ${of} and status = 'waiting' order by agency_id, destination_id, next_attempt_at limit 1)
    union all
    select next.agency_id, next.destination_id, next.next_attempt_at
    from queue cross join lateral (
      select agency_id, destination_id, next_attempt_at from delivery
      where root_id = $1 ${of} and status = 'waiting'
        and (agency_id, destination_id) > (queue.agency_id, queue.destination_id)
      order by agency_id, destination_id, next_attempt_at limit 1) as next
  ), due as (
    select agency_id, destination_id, next_attempt_at from queue where next_attempt_at <= $2
  )
  select destination.agency_id as "agencyId", destination.id, destination.kind, destination.status,
         destination.is_slow as "isSlow"
  from due
  cross join lateral (
    select agency_id, id, kind, status, is_slow from destination
    where root_id = $1 ${of} and agency_id = due.agency_id and id = due.destination_id and status in ('ok', 'failing')
      and (held_until is null or held_until <= $2)
    limit 1) as destination
  left join lateral (
    select agency_id from delivery
    where root_id = $1 ${of} and agency_id = due.agency_id and destination_id = due.destination_id
      and leased_until is not null and leased_until > $2
    limit 1) as leased on true
  where leased.agency_id is null
  order by due.next_attempt_at`

const walk = walkText('')
const walkOfAgency = walkText('and agency_id = $3')

/** Agencies with a due delivery, the longest waiting first. */
const dueAgencies = `
  select agency_id from delivery where root_id = $1 and status = 'waiting' and next_attempt_at <= $2
   group by agency_id order by min(next_attempt_at)`

/** Finds a root's destinations with due deliveries. Costs one step for each destination with waiting deliveries. */
export function findDue(platform: Platform, rootId: string): Promise<DueDestination[]> {
  const values = [rootId, dateOf(platform.clock.now())]
  const find = async (tx: Tx): Promise<DueDestination[]> => {
    if (!tx.isOnCluster) return (await tx.prepared<DueDestination>('find-due-destinations', walk, values)).rows
    const destinations: DueDestination[] = []
    for (const { agency_id } of (await tx.query<{ agency_id: string }>(dueAgencies, values)).rows)
      destinations.push(...(await tx.query<DueDestination>(walkOfAgency, [...values, agency_id])).rows)
    return destinations
  }
  return inScope(platform.appPool, { kind: 'root', rootId }, find, { readOnly: true })
}
