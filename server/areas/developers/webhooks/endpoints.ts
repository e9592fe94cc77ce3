import type { Cause } from '#contract/integrations/causes.ts'
import {
  maxEndpoints,
  secretOverlap_ms,
  type changeEventWebhook,
  type createEventWebhook,
  type EventEndpoint,
  type EventType,
  type listEventWebhooks,
  type removeEventWebhook,
  type rotateEventSecret,
} from '#contract/developers/event-webhooks.ts'
import { mayDevelop } from '#contract/guards/menus.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, accessDenied, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Book } from '#server/areas/integrations/deliveries/book.ts'
import { reachable } from '#server/areas/integrations/connections/add-webhook.ts'
import { newWebhookSecret, sealWebhookSecret } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import { wakeEndpoint } from '#server/areas/integrations/publish-events.ts'

/** A webhook endpoint as stored. */
export interface Endpoint {
  id: string
  url: string
  events: EventType[]
  status: EventEndpoint['status']
  last_error_code: Cause | null
  failing_since: Date | null
  previous_until: Date | null
  created_at: Date
}

const columns = 'id, url, events, status, last_error_code, failing_since, previous_until, created_at'

/** Event webhooks belong to agencies with the developer API (R115). */
export function ownBook({ caller }: SignedInCall): { rootId: string; agencyId: string } {
  if (caller.agencyId === null) throw accessDenied('Webhooks belong to agencies.')
  if (!caller.rights || !mayDevelop(caller.rights))
    throw new Failure('conflict', { message: 'The developer API isn’t turned on for your company.' })
  return { rootId: caller.rootId, agencyId: caller.agencyId }
}

/** Locks one of the agency's endpoints until the transaction ends. Throws `not_found` for any other. */
export async function lockEndpoint(tx: Tx, agencyId: string, id: string): Promise<Endpoint> {
  const { rows } = await tx.query<Endpoint>(
    `select ${columns} from event_endpoint where agency_id = $1 and id = $2 and removed_at is null for update`,
    [agencyId, id],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Like `lockEndpoint`, without a lock, for read operations. */
export async function assertOwnEndpoint(tx: Tx, agencyId: string, id: string): Promise<void> {
  const { rowCount } = await tx.query(
    'select 1 from event_endpoint where agency_id = $1 and id = $2 and removed_at is null',
    [agencyId, id],
  )
  if (rowCount === 0) throw notFound()
}

export const handleListEventWebhooks: Handler<typeof listEventWebhooks> = async (_input, call) => {
  const { agencyId } = ownBook(call)
  const rows = await call.readOnce<Endpoint>({
    text: `select ${columns} from event_endpoint where agency_id = $1 and removed_at is null order by created_at desc, id desc`,
    values: [agencyId],
  })
  return { data: rows.map((row) => present(row, call)) }
}

export const handleCreateEventWebhook: Handler<typeof createEventWebhook> = async ({ body }, call) => {
  const { rootId, agencyId } = ownBook(call)
  const now_ms = call.platform.clock.now()
  const url = reachable(call.platform, body.url)
  return call.inScope(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('event endpoints ' || $1, 0))", [agencyId])
    const { rows: endpoints } = await tx.query(
      'select 1 from event_endpoint where agency_id = $1 and removed_at is null',
      [agencyId],
    )
    if (endpoints.length >= maxEndpoints)
      throw new Failure('conflict', { message: `You can have at most ${maxEndpoints} webhooks. Remove one first.` })
    const { secret, ...row } = await addEventEndpoint(tx, call.platform, { rootId, agencyId }, url, body.events, now_ms)
    return { ...present(row, call), secret }
  })
}

/** Creates an endpoint with its events and a new secret, which is only returned here. */
export async function addEventEndpoint(
  tx: Tx,
  platform: Platform,
  { rootId, agencyId }: Book,
  url: string,
  events: readonly EventType[],
  now_ms: number,
): Promise<Endpoint & { secret: string }> {
  const id = newId(now_ms)
  const secret = newWebhookSecret()
  const sealedSecret = sealWebhookSecret(platform, agencyId, id, secret)
  const { rows } = await tx.query<Endpoint>(
    `insert into event_endpoint (agency_id, id, root_id, url, events, secret_sealed, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) returning ${columns}`,
    [agencyId, id, rootId, url, unique(events), sealedSecret, dateOf(now_ms)],
  )
  return { ...rows[0]!, secret }
}

/** Turning it on, or giving it another URL, resets its failures and sends due messages at once. */
export const handleChangeEventWebhook: Handler<typeof changeEventWebhook> = async ({ params, body }, call) => {
  const book = ownBook(call)
  const now_ms = call.platform.clock.now()
  const url = body.url === undefined ? null : reachable(call.platform, body.url)
  return call.inScope(async (tx) => {
    const was = await lockEndpoint(tx, book.agencyId, params.id)
    // What another receiver answered, or asked to wait for, says nothing about the new one.
    const startsAnew = was.status === 'disabled' ? body.enabled === true : url !== null && url !== was.url
    const { rows } = await tx.query<Endpoint>(
      `update event_endpoint set url = coalesce($3, url), events = coalesce($4, events), updated_at = $5,
         status = case when not $6 then 'disabled' when $7 then 'ok' else status end,
         last_error_code = case when not $6 then 'switched_off' when $7 then null else last_error_code end,
         consecutive_failures = case when $7 then 0 else consecutive_failures end,
         failing_since = case when $7 then null else failing_since end,
         blocked_until = case when $6 or $7 then null else blocked_until end,
         warned_of = case when $7 then null else warned_of end
       where agency_id = $1 and id = $2 returning ${columns}`,
      [
        book.agencyId,
        params.id,
        url,
        body.events === undefined ? null : unique(body.events),
        dateOf(now_ms),
        body.enabled ?? null,
        startsAnew,
      ],
    )
    if (body.enabled || startsAnew) await wakeEndpoint(tx, book, params.id)
    return present(rows[0]!, call)
  })
}

export const handleRemoveEventWebhook: Handler<typeof removeEventWebhook> = async ({ params }, call) => {
  const { agencyId } = ownBook(call)
  await call.inScope(async (tx) => {
    await lockEndpoint(tx, agencyId, params.id)
    await tx.query(
      `update event_endpoint set removed_at = $3, url = '', previous_secret_sealed = null where agency_id = $1 and id = $2`,
      [agencyId, params.id, dateOf(call.platform.clock.now())],
    )
    await tx.query(
      `update event_message set status = 'dead', next_attempt_at = null, last_error_code = 'destination_removed'
        where agency_id = $1 and endpoint_id = $2 and status = 'waiting'`,
      [agencyId, params.id],
    )
  })
  return { id: params.id }
}

/** The old secret signs along with the new one until the overlap ends; any older one is dropped. */
export const handleRotateEventSecret: Handler<typeof rotateEventSecret> = async ({ params }, call) => {
  const { agencyId } = ownBook(call)
  const now_ms = call.platform.clock.now()
  const secret = newWebhookSecret()
  return call.inScope(async (tx) => {
    await lockEndpoint(tx, agencyId, params.id)
    const { rows } = await tx.query<Endpoint>(
      `update event_endpoint set previous_secret_sealed = secret_sealed, previous_until = $4, secret_sealed = $3, updated_at = $5
       where agency_id = $1 and id = $2 returning ${columns}`,
      [
        agencyId,
        params.id,
        sealWebhookSecret(call.platform, agencyId, params.id, secret),
        dateOf(now_ms + secretOverlap_ms),
        dateOf(now_ms),
      ],
    )
    return { ...present(rows[0]!, call), secret }
  })
}

const unique = (events: readonly EventType[]): EventType[] => [...new Set(events)]

const present = (row: Endpoint, { platform }: SignedInCall): EventEndpoint => ({
  id: row.id,
  url: row.url,
  events: row.events,
  status: row.status,
  cause: row.last_error_code,
  failing_since: row.failing_since?.toISOString() ?? null,
  previous_secret_until:
    row.previous_until && row.previous_until.getTime() > platform.clock.now() ? row.previous_until.toISOString() : null,
  created_at: row.created_at.toISOString(),
})
