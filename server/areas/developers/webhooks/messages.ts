import { maxReplayed, type EventMessage } from '#contract/developers/event-webhooks.ts'
import type {
  listEventMessages,
  replayEventMessages,
  testEventWebhook,
} from '#contract/developers/event-webhooks.ts'
import type { BodyOf } from '#contract/core/operation.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import { developerPage } from '#server/platform/http/developer-list.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { assertOwnEndpoint, lockEndpoint, ownBook } from './endpoints.ts'
import { insertMessages, wakeEndpoint } from '#server/areas/integrations/publish-events.ts'

interface Row {
  id: string
  type: EventMessage['type']
  data: EventMessage['data']
  status: EventMessage['status']
  next_attempt_at: Date | null
  delivered_at: Date | null
  at: Date
  tries: EventMessage['attempts'] | null
}

/** An endpoint's messages, newest first: ordered by id, which begins with the time. */
export const handleListEventMessages: Handler<typeof listEventMessages> = async ({ params, query }, call) => {
  const { agencyId } = ownBook(call)
  await call.inScope((tx) => assertOwnEndpoint(tx, agencyId, params.id))
  return developerPage(
    call,
    `webhooks/${params.id}/messages`,
    query,
    (after, limit) => {
      const values: unknown[] = [agencyId, limit, params.id]
      const conditions = ['m.agency_id = $1', 'm.endpoint_id = $3']
      const parameter = (value: unknown): string => `$${values.push(value)}`
      if (query.status !== undefined) conditions.push(`m.status = ${parameter(query.status)}`)
      if (after) conditions.push(`m.id < ${parameter(after.id)}`)
      const text = `
        select m.id, m.type, m.data, m.status, m.next_attempt_at, m.delivered_at, m.created_at as at, tried.tries
          from (select * from event_message m where ${conditions.join(' and ')} order by m.id desc limit $2) m
          left join lateral (
            select jsonb_agg(jsonb_build_object('at', a.at, 'outcome', a.outcome, 'cause', a.error_code,
                     'http_status', a.http_status, 'duration_ms', a.duration_ms) order by a.at desc, a.id desc) as tries
              from (select * from event_attempt where agency_id = $1 and message_id = m.id order by at desc, id desc limit 20) a
          ) tried on true
         order by m.id desc`
      return call.readOnce<Row>({ text, values })
    },
    ({ tries, at, next_attempt_at, delivered_at, ...row }) => ({
      ...row,
      next_attempt_at: next_attempt_at?.toISOString() ?? null,
      created_at: at.toISOString(),
      delivered_at: delivered_at?.toISOString() ?? null,
      attempts: (tries ?? []).map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
    }),
  )
}

/**
 * A test is sent at once, before all waiting messages. An endpoint that was turned off by its failures is turned on
 * for this message: if it arrives, the endpoint stays on, otherwise it is turned off again.
 */
export const handleTestEventWebhook: Handler<typeof testEventWebhook> = ({ params }, call) => {
  const book = ownBook(call)
  const now_ms = call.platform.clock.now()
  return call.inScope(async (tx) => {
    const { status, last_error_code: cause } = await lockEndpoint(tx, book.agencyId, params.id)
    if (status === 'disabled' && cause === 'switched_off') throw switchedOff()
    await tx.query(
      `update event_endpoint set blocked_until = null, status = case when status = 'disabled' then 'failing' else status end,
         consecutive_failures = case when status = 'disabled' then greatest(consecutive_failures, 1) else consecutive_failures end
        where agency_id = $1 and id = $2`,
      [book.agencyId, params.id],
    )
    const endpoint = { id: params.id, isOff: false, type: 'webhook.test', goesFirst: true }
    const data = { webhook_id: params.id }
    const [id] = await insertMessages(tx, book, now_ms, endpoint, [{ clientId: null, data }])
    await wakeEndpoint(tx, book, params.id)
    return { message_id: id! }
  })
}

/** Throws `invalid` unless the call names either one message or an instant. */
export function assertReplayable({ message_id, since }: BodyOf<typeof replayEventMessages>): void {
  if ((message_id === undefined) === (since === undefined))
    throw invalid('message_id', 'Name either a message or an instant.')
}

/** Resends keep their ids, so that receivers can drop duplicates. */
export const handleReplayEventMessages: Handler<typeof replayEventMessages> = ({ params, body }, call) => {
  const book = ownBook(call)
  const { message_id, since } = body
  assertReplayable(body)
  const now = dateOf(call.platform.clock.now())
  return call.inScope(async (tx) => {
    await lockOn(tx, book.agencyId, params.id)
    const { rowCount } = await tx.query(
      `update event_message set status = 'waiting', attempts = 0, next_attempt_at = $3, delivered_at = null
        where agency_id = $1 and id = any (array(
          select id from event_message where agency_id = $1 and endpoint_id = $2
             and (id = $4 or ($4::uuid is null and status = 'dead' and created_at >= $5)) order by id limit ${maxReplayed}))`,
      [book.agencyId, params.id, now, message_id ?? null, since === undefined ? null : new Date(since)],
    )
    if (message_id !== undefined && rowCount === 0) throw notFound()
    await wakeEndpoint(tx, book, params.id)
    return { count: rowCount ?? 0 }
  })
}

/** Throws `conflict` for an endpoint that is turned off, because nothing is sent to it. */
async function lockOn(tx: Tx, agencyId: string, id: string): Promise<void> {
  const { status } = await lockEndpoint(tx, agencyId, id)
  if (status === 'disabled') throw switchedOff()
}

const switchedOff = (): Failure => new Failure('conflict', { message: 'Turn on the webhook first.' })
