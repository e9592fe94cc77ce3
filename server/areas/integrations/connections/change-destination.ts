import type { DestinationRow } from '#contract/integrations/destinations.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { DestinationKind } from '../connectors/registry.ts'
import { reachable } from './add-webhook.ts'
import { replaceAccount } from './former-choices.ts'
import type { Book } from '../deliveries/book.ts'
import { endWaiting } from '../deliveries/end-waiting.ts'
import { signalDeliveries } from '../deliveries/queue-deliveries.ts'
import { sendMissed } from '../deliveries/send-missed.ts'

type Routing = Pick<DestinationRow, 'conditions' | 'share' | 'daily_cap'>

interface Locked {
  id: string
  client_id: string
  kind: DestinationKind
  status: 'ok' | 'failing' | 'disabled'
  url: string | null
  daily_cap: number | null
}

async function lockDestination(tx: Tx, book: Book, id: string): Promise<Locked> {
  const { rows } = await tx.query<Locked>(
    `select id, client_id, kind, status, url, daily_cap from destination
     where agency_id = $1 and id = $2 and removed_at is null for update`,
    [book.agencyId, id],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Changes a webhook's URL, or turns a destination off or on. A new URL and turning it on both reset its failure
 * record. Throws `not_found` for a removed destination, `invalid` for a forbidden address.
 */
export async function changeDestination(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  book: Book,
  id: string,
  change: { url?: string; active?: boolean },
): Promise<void> {
  const destination = await lockDestination(tx, book, id)
  const now_ms = platform.clock.now()
  if (change.url !== undefined) await changeUrl(tx, platform, book, destination, change.url, now_ms)
  if (change.active === false && destination.status !== 'disabled') await switchOff(tx, book, destination, now_ms)
  const switchesOn = change.active === true && destination.status === 'disabled'
  if (switchesOn) await switchOn(tx, book, destination, now_ms)
  const staysOn = change.active !== false && destination.status !== 'disabled'
  if (change.url !== undefined && staysOn) await sendWaitingNow(tx, book, destination, now_ms)
  await signalDeliveries(tx, book, [destination.client_id])
}

/** Leads that were sent to another host before can't be taken back from there any more. */
async function changeUrl(
  tx: Tx,
  platform: Pick<Platform, 'config'>,
  book: Book,
  destination: Locked,
  url: string,
  now_ms: number,
): Promise<void> {
  if (destination.kind !== 'webhook') throw invalid('url', 'Only a webhook has an address.')
  const address = reachable(platform, url)
  const isMoved = destination.url !== null && new URL(destination.url).host !== new URL(address).host
  await tx.query(
    `update destination set url = $3, consecutive_failures = 0, failing_since = null, held_until = null,
       status = case when status = 'disabled' then status else 'ok' end,
       last_error_code = case when status = 'disabled' then last_error_code end, state = state || $4
     where agency_id = $1 and id = $2`,
    [book.agencyId, destination.id, address, JSON.stringify(isMoved ? replaceAccount(now_ms) : {})],
  )
}

export async function switchOff(
  tx: Tx,
  book: Book,
  destination: Pick<Locked, 'id'>,
  now_ms: number,
  cause: 'switched_off' | 'disconnected' | 'app_removed' = 'switched_off',
): Promise<void> {
  await tx.query(
    `update destination set status = 'disabled', last_error_code = $3, paused_at = $4 where agency_id = $1 and id = $2`,
    [book.agencyId, destination.id, cause, dateOf(now_ms)],
  )
  await endWaiting(tx, book, destination.id, 'destination_disabled')
}

/** Also sends what arrived while it was off and was never attempted. Deliveries out of attempts stay dead. */
export async function switchOn(tx: Tx, book: Book, destination: Pick<Locked, 'id'>, now_ms: number): Promise<void> {
  await resetFailures(tx, book, destination)
  await sendMissed(tx, book, destination.id, now_ms)
}

/** Turns it on with no failures on record. An account destination keeps `held_until`: work there may be running. */
export async function resetFailures(tx: Tx, book: Book, destination: Pick<Locked, 'id'>): Promise<void> {
  await tx.query(
    `update destination set status = 'ok', consecutive_failures = 0, failing_since = null, last_error_code = null,
       paused_at = null, held_until = case when connection_id is not null then held_until end
     where agency_id = $1 and id = $2`,
    [book.agencyId, destination.id],
  )
}

/** What waits because it was tried; leads beyond a daily cap keep their day. */
const sendWaitingNow = (tx: Tx, book: Book, destination: Locked, now_ms: number): Promise<unknown> =>
  tx.query(
    `update delivery set next_attempt_at = $4
     where root_id = $1 and agency_id = $2 and destination_id = $3 and status = 'waiting' and next_attempt_at > $4
       and (digest_at is null or digest_at <= $4) and leased_until is null
       and ($5::integer is null or attempts > 0 or last_error_code is not null)`,
    [book.rootId, book.agencyId, destination.id, dateOf(now_ms), destination.daily_cap],
  )

/** Removes a webhook for good: deletes its secret, keeps its log. Report recipients are changed on the campaign. */
export async function removeWebhook(tx: Tx, book: Book, id: string, now_ms: number): Promise<void> {
  const destination = await lockDestination(tx, book, id)
  if (destination.kind !== 'webhook') throw notFound()
  await tx.query(
    'update destination set removed_at = $3, secret_sealed = null, callback_sealed = null where agency_id = $1 and id = $2',
    [book.agencyId, id, dateOf(now_ms)],
  )
  await endWaiting(tx, book, id, 'destination_removed')
  await signalDeliveries(tx, book, [destination.client_id])
}

/** Decides which new leads a destination gets; those that wait for it go there as they were to. */
export async function saveRoutingOf(tx: Tx, book: Book, id: string, routing: Routing): Promise<void> {
  await lockDestination(tx, book, id)
  // Another cap begins its day anew.
  await tx.query(
    `update destination set conditions = $3::jsonb, share = $4, daily_cap = $5,
       cap_used = case when daily_cap is distinct from $5 then 0 else cap_used end,
       cap_day = case when daily_cap is distinct from $5 then null else cap_day end
     where agency_id = $1 and id = $2`,
    [book.agencyId, id, JSON.stringify(routing.conditions), routing.share, routing.daily_cap],
  )
}
