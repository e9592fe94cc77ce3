import type { Cause } from '#contract/integrations/causes.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import { guardedFetch, OutgoingFailed } from '#server/platform/guarded-fetch.ts'
import { createLimiter, type Limiter } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Answer } from '../connectors/connector.ts'
import { readStatus } from '../connectors/read-status.ts'
import {
  ServiceFailed,
  type Credential,
  type Oauth,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
  type Session,
} from '../connectors/service.ts'
import { serviceOf } from '../connectors/services.ts'
import { assertNotBlocked, blockOf, postpone } from './blocked-account.ts'
import { openRequest } from './open-requests.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { openCredential, readConnection, type Connection } from './connection-row.ts'

type Found = Pick<Connection, 'agencyId' | 'id' | 'rootId'>

const failureOf = (cause: Cause): ServiceFailed => new ServiceFailed({ delivered: false, cause })

/** Opens a company's account for at most `time_ms`. Throws `ServiceFailed` if it can't be used now. */
export async function openSession(
  platform: Platform,
  { rootId, agencyId, id }: Found,
  time_ms: number,
): Promise<Session> {
  const connectionRow = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    readConnection(tx, agencyId, id),
  )
  if (!connectionRow || connectionRow.status === 'disconnected' || connectionRow.sealed === null)
    throw failureOf('disconnected')
  if (connectionRow.status === 'reconnect') throw failureOf(connectionRow.cause ?? 'token_expired')
  assertNotBlocked(platform, connectionRow)
  let connection = connectionRow
  const service = serviceOf(connectionRow.kind)
  const open = (): Session =>
    sessionWith(
      platform,
      service,
      openCredential(platform, agencyId, id, connection.sealed!),
      session ? session.left_ms() : time_ms,
      paceKeyOf(connection),
      service.pace.atOnce === undefined
        ? undefined
        : (left_ms) => openRequest(platform, connection, service.pace.atOnce!, left_ms),
    )
  let session: Session | null = null
  session = open()
  const renew = async (oauth: Oauth): Promise<void> => {
    connection = await refreshTokens(platform, connection, oauth, session!)
    session = open()
  }
  if (service.oauth && isOver(session)) await renew(service.oauth)
  let isRenewed = false
  const request: Session['request'] = async (outgoing, statuses) => {
    try {
      return await session!.request(outgoing, statuses)
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error
      // A token may expire early: renew it once and repeat the request.
      if (error.answer.cause === 'token_expired' && service.oauth && !isRenewed) {
        isRenewed = true
        await renew(service.oauth)
        return request(outgoing, statuses)
      }
      await recordFailure(platform, connection, error)
      throw error
    }
  }
  return {
    config: platform.config,
    get credential() {
      return session!.credential
    },
    left_ms: () => session!.left_ms(),
    now_ms: () => session!.now_ms(),
    request,
  }
}

const expiresSoon_ms = 60_000
const isOver = ({ credential, now_ms }: Session): boolean =>
  Number(credential['expires_at'] ?? Number.POSITIVE_INFINITY) - now_ms() < expiresSoon_ms

const paceKeyOf = ({ kind, id }: Connection): string => (serviceOf(kind).pace.of === 'service' ? kind : `${kind} ${id}`)

/**
 * A session with a credential that is not stored (yet), for example to check a pasted key. `begin` is called before each
 * request, and what it returns after it.
 */
export function sessionWith(
  platform: Platform,
  service: Service,
  credential: Credential,
  time_ms: number,
  paceKey: string,
  begin: (left_ms: number) => Promise<() => Promise<void>> = async () => async () => {},
): Session {
  const now_ms = (): number => machineTime(platform.clock)
  const end_ms = now_ms() + time_ms
  const left_ms = (): number => Math.max(1, end_ms - now_ms())
  return {
    config: platform.config,
    credential,
    now_ms,
    left_ms,
    async request(request, accepted = []) {
      await enforceRateLimit(platform, service, paceKey)
      const end = await begin(left_ms())
      const answer = await exchange(platform, service, credential, request, left_ms()).finally(end)
      if ((answer.status >= 200 && answer.status < 300) || accepted.includes(answer.status)) return answer
      const failure = service.readFailure?.(answer, now_ms()) ?? readStatus(answer, now_ms())
      throw new ServiceFailed(failure.cause === 'too_many' ? withWait(failure, service) : failure)
    },
  }
}

/** Without a hint, the account waits for a window of its rate limit: its next requests would be rejected, too. */
const withWait = (failure: Answer, { pace }: Service): Answer =>
  (failure.retryAfter_ms ?? 0) > 0 ? failure : { ...failure, retryAfter_ms: pace.perSeconds * 1_000 }

async function exchange(
  platform: Platform,
  service: Service,
  credential: Credential,
  { method, url, headers, json, form, maxBytes, bare = false }: ServiceRequest,
  timeout_ms: number,
): Promise<ServiceAnswer> {
  const body = form ? form.toString() : json === undefined ? undefined : JSON.stringify(json)
  const contentType = form ? 'application/x-www-form-urlencoded' : 'application/json'
  try {
    const answer = await guardedFetch(platform.config, {
      url,
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': contentType }),
        ...(!bare && service.headersOf(credential)),
        ...headers,
      },
      ...(body !== undefined && { body }),
      timeout_ms,
      ...(maxBytes !== undefined && { maxBytes }),
    })
    const text = answer.body.toString('utf8')
    return { status: answer.status, headers: answer.headers, json: parse(text), text: text.slice(0, keptText) }
  } catch (error) {
    if (error instanceof OutgoingFailed)
      throw new ServiceFailed({ delivered: false, cause: error.code }, { cause: error })
    throw error
  }
}

/** Errors in plain text are one word. */
const keptText = 200

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const limiters = new WeakMap<Platform, Limiter>()

/** Enforces the service's rate limit across all processes. Excess requests are postponed without using an attempt. */
async function enforceRateLimit(platform: Platform, { pace }: Service, key: string): Promise<void> {
  const limiter =
    limiters.get(platform) ??
    createLimiter({ pool: platform.appPool, clock: platform.clock, secrets: platform.secrets })
  limiters.set(platform, limiter)
  try {
    await limiter.count('service pace', key, pace)
  } catch (error) {
    if (error instanceof Failure) throw postpone((error.retryAfterSeconds ?? 1) * 1_000)
    throw error
  }
}

/** Stores failures that concern the whole account, so that all campaigns and processes respect them. */
async function recordFailure(platform: Platform, connection: Connection, { answer }: ServiceFailed): Promise<void> {
  const { rootId, agencyId, id, version } = connection
  const scope = { kind: 'root', rootId } as const
  if (answer.cause === 'token_expired') {
    // Only for the version that failed, so that a reconnect in the meantime is not undone.
    await inScope(platform.appPool, scope, (tx) =>
      tx.query(
        `update connection set status = 'reconnect', cause = 'token_expired', updated_at = $4
         where agency_id = $1 and id = $2 and version = $3 and status = 'connected'`,
        [agencyId, id, version, dateOf(platform.clock.now())],
      ),
    )
    return
  }
  const until = blockOf(platform, answer)
  if (until !== null) {
    // Concurrent requests may get different waits: keep the longest.
    await inScope(platform.appPool, scope, (tx) =>
      tx.query('update connection set blocked_until = greatest(blocked_until, $3) where agency_id = $1 and id = $2', [
        agencyId,
        id,
        until,
      ]),
    )
  }
}
