import type { EventData } from '#contract/developers/event-bodies.ts'
import type { EventType } from '#contract/developers/event-webhooks.ts'
import { dateOf } from '#server/platform/clock.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { Book } from './deliveries/book.ts'

/** An event: its client and its data. Only ids and states, no names. */
export interface OccurredEvent<Data = Readonly<Record<string, string | number | null>>> {
  clientId: string | null
  data: Data
}

export const sendEventsJobName = 'send-events'
/** The same for slow endpoints, separate from all others. */
export const sendEventsSlowlyJobName = 'send-events-slowly'

/**
 * Queues messages to an agency's webhooks in the transaction of the event, so that neither exists without the other.
 * Messages to a webhook that is turned off are kept for a replay.
 */
export async function publishEvents<Type extends EventType>(
  tx: Tx,
  book: Book,
  now_ms: number,
  type: Type,
  happenings: readonly OccurredEvent<EventData<Type>>[],
): Promise<void> {
  if (happenings.length === 0) return
  // Endpoints belong to the agency and are hidden from its clients, so they are read in the root's scope.
  const readEndpoints = () =>
    tx.query<{ id: string; isOff: boolean }>(
      `select id, status = 'disabled' as "isOff" from event_endpoint
        where agency_id = $1 and removed_at is null and $2 = any(events)
          and exists (select from company where company.id = $1 and company.api_mode) order by id`,
      [book.agencyId, type],
    )
  const { rows: endpoints } = await (tx.scope.kind === 'client'
    ? readAsRoot(tx, book.rootId, readEndpoints)
    : readEndpoints())
  for (const { id, isOff } of endpoints) {
    await insertMessages(tx, book, now_ms, { id, isOff, type }, happenings)
    if (!isOff) await wakeEndpoint(tx, book, id)
  }
}

/** Inserts messages of one endpoint. Returns their ids. */
export async function insertMessages(
  tx: Tx,
  { rootId, agencyId }: Book,
  now_ms: number,
  endpoint: { id: string; isOff: boolean; type: string; goesFirst?: boolean },
  happenings: readonly OccurredEvent[],
): Promise<string[]> {
  const ids = happenings.map(() => newId(now_ms))
  await tx.query(
    `insert into event_message (agency_id, id, root_id, client_id, endpoint_id, type, data, status, next_attempt_at,
            last_error_code, created_at)
     select $1, made.id, $2, made.client_id, $3, $4, made.data, $5, $6, $7, $8
       from unnest($9::uuid[], $10::uuid[], $11::jsonb[]) as made (id, client_id, data)
     returning 1`,
    [
      agencyId,
      rootId,
      endpoint.id,
      endpoint.type,
      endpoint.isOff ? 'dead' : 'waiting',
      endpoint.isOff ? null : dateOf(endpoint.goesFirst ? 0 : now_ms),
      endpoint.isOff ? 'destination_disabled' : null,
      dateOf(now_ms),
      ids,
      happenings.map(({ clientId }) => clientId),
      happenings.map(({ data }) => JSON.stringify(data)),
    ],
  )
  return ids
}

/** One queue per endpoint, so that a slow one delays only itself. */
export const wakeEndpoint = (
  tx: Tx,
  { rootId, agencyId }: Book,
  endpointId: string,
  name: string = sendEventsJobName,
): Promise<unknown> => addJob(tx, name, { rootId, agencyId, endpointId }, { queue: `events-${endpointId}` })
