import { maxPushBrowsers } from '#contract/mails/push.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { PushKeys } from '#server/platform/crypto/web-push.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Where a browser is reached. */
export interface Subscription extends PushKeys {
  endpoint: string
}

const contextOf = (id: string): string => `push_subscription.sealed|${id}`
const idOf = (userId: string, endpoint: string): string => uuidOf(['push subscription', userId, endpoint])

/** The push services of browsers: nothing is sent to other hosts, whatever a browser claims. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^(?:updates\.)?push\.services\.mozilla\.com$/,
  /\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
]

export function isPushService({ OUTGOING_ALLOW }: Pick<Config, 'OUTGOING_ALLOW'>, endpoint: string): boolean {
  const { protocol, hostname, host, port } = new URL(endpoint)
  if (OUTGOING_ALLOW.includes(host)) return true
  return protocol === 'https:' && port === '' && services.some((service) => service.test(hostname))
}

interface Person {
  userId: string
  rootId: string
  agencyId: string | null
  clientId: string | null
}

/** In the operator's scope. Saving one again renews its keys. */
export async function storeSubscription(
  tx: Tx,
  platform: Platform,
  { userId, rootId, agencyId, clientId }: Person,
  subscription: Subscription,
): Promise<void> {
  const id = idOf(userId, subscription.endpoint)
  const sealedSubscription = platform.secrets.seal(JSON.stringify(subscription), contextOf(id))
  await tx.query(
    `insert into push_subscription (agency_id, id, root_id, client_id, user_id, sealed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (agency_id, id) do update set sealed = excluded.sealed, created_at = excluded.created_at`,
    [agencyId ?? rootId, id, rootId, clientId, userId, sealedSubscription, new Date(machineTime(platform.clock))],
  )
  await tx.query(
    `delete from push_subscription where agency_id = $1 and id in (
       select id from push_subscription where agency_id = $1 and user_id = $2
        order by created_at desc, id offset ${maxPushBrowsers})`,
    [agencyId ?? rootId, userId],
  )
}

export const removeSubscription = (
  tx: Tx,
  { userId, rootId, agencyId }: Omit<Person, 'clientId'>,
  endpoint: string,
): Promise<unknown> =>
  tx.query('delete from push_subscription where agency_id = $1 and id = $2 and user_id = $3', [
    agencyId ?? rootId,
    idOf(userId, endpoint),
    userId,
  ])

export async function countBrowsers(tx: Tx, { userId, rootId, agencyId }: Omit<Person, 'clientId'>): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::integer as count from push_subscription where agency_id = $1 and user_id = $2',
    [agencyId ?? rootId, userId],
  )
  return rows[0]!.count
}

/** Those of a person, by id, with the agency that they are stored under. */
export async function readSubscriptions(
  tx: Tx,
  rootId: string,
  userId: string,
): Promise<{ agencyId: string; id: string }[]> {
  const { rows } = await tx.query<{ agencyId: string; id: string }>(
    `select push_subscription.agency_id as "agencyId", push_subscription.id
       from app_user join push_subscription on push_subscription.agency_id = coalesce(app_user.agency_id, app_user.root_id)
        and push_subscription.user_id = app_user.id
      where app_user.root_id = $1 and app_user.id = $2`,
    [rootId, userId],
  )
  return rows
}

/** Null if the person ended it meanwhile. */
export async function openSubscription(
  tx: Tx,
  platform: Platform,
  agencyId: string,
  id: string,
): Promise<Subscription | null> {
  const { rows } = await tx.query<{ sealed: string }>(
    'select sealed from push_subscription where agency_id = $1 and id = $2',
    [agencyId, id],
  )
  return rows[0] ? (JSON.parse(platform.secrets.open(rows[0].sealed, contextOf(id))) as Subscription) : null
}

/** The push service said that the browser no longer listens. */
export const forgetSubscription = (tx: Tx, agencyId: string, id: string): Promise<unknown> =>
  tx.query('delete from push_subscription where agency_id = $1 and id = $2', [agencyId, id])
