import type { UserKind } from '#contract/people/user-kind.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'

/** Lifetimes of sessions and tokens (SEC-2). Those of the operator's people are shorter. */
const hour_ms = 3_600_000
export const accessLife_ms = 10 * 60_000
export const deviceLife_s = 400 * 24 * 3_600

export interface SessionTerms {
  /** A session ends when its refresh token has not been used for this long. */
  idle_ms: number
  /** A session ends this long after sign-in in any case. */
  whole_ms: number
  /** Further sessions end the oldest one. */
  atOnce: number
}

const operatorTerms: SessionTerms = { idle_ms: hour_ms / 2, whole_ms: 12 * hour_ms, atOnce: 3 }
const commonTerms: SessionTerms = { idle_ms: 8 * hour_ms, whole_ms: 7 * 24 * hour_ms, atOnce: 10 }

export const termsOf = (kind: UserKind): SessionTerms =>
  kind === 'rootSystem' || kind === 'rootAdmin' ? operatorTerms : commonTerms

/** The name of the HttpOnly cookie without which a refresh token does not work. */
export const deviceCookie = 'device'

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
}

/** New tokens and the hashes that are stored. */
export function makeTokens(): { tokens: Tokens; accessHash: Buffer; refreshHash: Buffer } {
  const access = newToken()
  const refresh = newToken()
  return {
    tokens: { access_token: access, refresh_token: refresh, expires_in: accessLife_ms / 1_000 },
    accessHash: hashToken(access),
    refreshHash: hashToken(refresh),
  }
}

/** Ends a session with all its tokens. The reason is kept, to explain why somebody was signed out. */
export async function revoke(tx: Tx, sessionId: string, why: string, now_ms: number): Promise<void> {
  await tx.query('update session set revoked_at = $2, revoked_why = $3 where id = $1 and revoked_at is null', [
    sessionId,
    new Date(now_ms),
    why,
  ])
}
