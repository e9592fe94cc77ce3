import type { refreshToken } from '#contract/sign-in/session.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { hashToken } from '#server/platform/ids.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findAccountById } from './find-account.ts'
import { findPerson } from './find-person.ts'
import { callerCacheOf } from './caller-cache.ts'
import { notifyAndRecord } from './security-notice.ts'
import { accessLife_ms, deviceCookie, makeTokens, revoke, termsOf, type Tokens } from './sessions.ts'

/**
 * Two tabs may refresh with one token at the same moment: for this long the previous token returns the same successor. A
 * response may also get lost, and then the previous token does so until the successor is used, be it an hour later. Any
 * other use counts as theft. The limit allows for fifty browser tabs at once.
 */
const grace_ms = 20_000
const maxGraceUses = 60

interface SessionRow {
  id: string
  user_id: string
  root_id: string
  host: string
  device_hash: Buffer
  refresh_hash: Buffer
  previous_refresh_hash: Buffer | null
  previous_used_at: Date | null
  successor_sealed: string | null
  successor_used: boolean
  grace_uses: number
  idle_expires_at: Date
  ends_at: Date
  revoked_at: Date | null
}

/** Exchanges a refresh token for new tokens (R082). Every rejection looks the same. */
export const handleRefreshToken: OpenHandler<typeof refreshToken> = async ({ body }, call) => {
  const { platform } = call
  const device = call.cookies[deviceCookie]
  const refreshHash = hashToken(body.refresh_token)
  const none = { kind: 'none' } as const
  const session = await inScope(platform.appPool, none, (tx) => findSession(tx, refreshHash), { readOnly: true })
  // A token without its device's cookie was stolen or lost: it is rejected, and the session is left alone.
  if (!device || !session || session.host !== call.host || !session.device_hash.equals(hashToken(device))) {
    throw new Failure('unauthenticated')
  }
  await call.countAccount(session.id)
  // Read before the session is locked: a transaction that waits for a second connection can deadlock with itself.
  const person = await findPerson(platform, session.root_id, session.user_id)
  const tokens = await inScope(platform.appPool, none, async (tx) => {
    const lock = hasFault('rotate-without-lock') ? '' : 'for update of session'
    const session = person && (await findSession(tx, refreshHash, lock))
    return session ? useToken(tx, platform, session, refreshHash, person.kind) : null
  })
  if (tokens === 'stolen') await reportTokenTheft(call, session)
  if (!tokens || tokens === 'stolen') throw new Failure('unauthenticated')
  return tokens
}

async function reportTokenTheft(call: Call, { root_id, user_id }: SessionRow): Promise<void> {
  const account = await findAccountById(call.platform, root_id, user_id)
  if (!account) return
  await inScope(call.platform.appPool, { kind: 'none' }, (tx) => notifyAndRecord(tx, call, account, 'sessionStolen'))
}

/** A session by its id, locked. */
export async function findSessionById(tx: Tx, id: string): Promise<SessionRow | null> {
  const { rows } = await tx.query<SessionRow>('select * from session where id = $1 for update', [id])
  return rows[0] ?? null
}

/** The session that a refresh token belongs to or ever belonged to. */
async function findSession(tx: Tx, refreshHash: Buffer, lock = ''): Promise<SessionRow | null> {
  const sessions = await tx.query<SessionRow>(
    `select * from session where refresh_hash = $1 or previous_refresh_hash = $1 ${lock}`,
    [refreshHash],
  )
  if (sessions.rows[0]) return sessions.rows[0]
  const spentSessions = await tx.query<SessionRow>(
    `select session.* from spent_refresh join session on session.id = session_id
     where spent_refresh.refresh_hash = $1 ${lock}`,
    [refreshHash],
  )
  return spentSessions.rows[0] ?? null
}

async function useToken(
  tx: Tx,
  platform: Platform,
  session: SessionRow,
  refreshHash: Buffer,
  kind: UserKind,
): Promise<Tokens | 'stolen' | null> {
  const now_ms = machineTime(platform.clock)
  const isOver = session.idle_expires_at.getTime() <= now_ms || session.ends_at.getTime() <= now_ms
  if (session.revoked_at || isOver) return null
  if (session.refresh_hash.equals(refreshHash)) return rotate(tx, platform, session, kind)
  if (isRepetition(session, refreshHash, now_ms) && session.successor_sealed) {
    await tx.query('update session set grace_uses = grace_uses + 1 where id = $1', [session.id])
    return JSON.parse(platform.secrets.open(session.successor_sealed, contextOf(session.id))) as Tokens
  }
  if (hasFault('keep-session-on-reuse')) return null
  await revoke(tx, session.id, 'refresh token used again', now_ms)
  callerCacheOf(platform).forgetSession(session.id)
  platform.log.warn({ session_id: session.id, user_id: session.user_id }, 'a refresh token was reused: session ended')
  return 'stolen'
}

/** Whether somebody who was given the successor, or whose response got lost, asks for it once more. */
function isRepetition(session: SessionRow, refreshHash: Buffer, now_ms: number): boolean {
  if (!session.previous_refresh_hash?.equals(refreshHash) || session.grace_uses >= maxGraceUses) return false
  const usedAt_ms = session.previous_used_at?.getTime()
  return usedAt_ms !== undefined && (!session.successor_used || usedAt_ms + grace_ms > now_ms)
}

/** Gives a session new tokens; the previous ones are used up. */
export async function rotate(tx: Tx, platform: Platform, session: SessionRow, kind: UserKind): Promise<Tokens> {
  const now_ms = machineTime(platform.clock)
  const { tokens, accessHash, refreshHash } = makeTokens()
  const idle_ms = now_ms + termsOf(kind).idle_ms
  if (session.previous_refresh_hash) {
    await tx.query('insert into spent_refresh values ($1, $2)', [session.previous_refresh_hash, session.id])
  }
  await tx.query(rotateText, [
    session.id,
    accessHash,
    new Date(now_ms + accessLife_ms),
    refreshHash,
    session.refresh_hash,
    new Date(now_ms),
    platform.secrets.seal(JSON.stringify(tokens), contextOf(session.id)),
    new Date(Math.min(idle_ms, session.ends_at.getTime())),
  ])
  tx.afterCommit(() => callerCacheOf(platform).forgetSession(session.id))
  return tokens
}

const contextOf = (sessionId: string): string => `session.successor_sealed.${sessionId}`

const rotateText = `
  update session set access_hash = $2, access_expires_at = $3, refresh_hash = $4, previous_refresh_hash = $5,
    previous_used_at = $6, successor_sealed = $7, successor_used = false, grace_uses = 0, idle_expires_at = $8
  where id = $1`
