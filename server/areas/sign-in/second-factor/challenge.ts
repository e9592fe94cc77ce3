import type { SecondStep } from '#contract/sign-in/session.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { HttpCall } from '#server/platform/http/route.ts'
import { hashToken, newDigits, newToken } from '#server/platform/ids.ts'
import { assertCurrentPassword } from '../password/assert-current.ts'
import { findAccountById, type Account } from '../find-account.ts'
import type { Person } from '../find-person.ts'
import type { Factor } from './factors.ts'
import { codeLife_ms, mailCode } from './mail-code.ts'
import { mailedCodeHash, type MailedCode } from './verify-factor.ts'

/** How long the second step may take, including a second mail (OQ-30). */
const challengeLife_ms = 10 * 60_000
export const maxCodeTries = 5

/** Binds the second step to the browser of the first: an OTP token alone does not work. */
const attemptCookie = 'attempt'

/** Starts the second step, mailing a code if that is the factor. The otp token is valid for this step only. */
export async function beginChallenge(
  call: HttpCall,
  person: Person,
  { factor, passwordVersion }: { factor: Factor; passwordVersion: number | null },
): Promise<SecondStep> {
  const { platform } = call
  const now_ms = machineTime(platform.clock)
  const token = newToken()
  const attempt = newToken()
  const tokenHash = hashToken(token)
  const account = await findAccountById(platform, person.rootId, person.userId)
  if (!account) throw new Failure('wrong_credentials')
  await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    if (passwordVersion !== null) await assertCurrentPassword(tx, person.userId, passwordVersion)
    await tx.query(
      `insert into sign_in_challenge (token_hash, user_id, host, attempt_hash, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [tokenHash, person.userId, call.host, hashToken(attempt), new Date(now_ms), new Date(now_ms + challengeLife_ms)],
    )
  })
  if (factor.kind === 'email') await sendCode(call, tokenHash, account)
  call.setCookie(attemptCookie, attempt, { maxAgeSeconds: challengeLife_ms / 1_000 })
  return {
    two_factor: true,
    two_factor_auth_type: factor.kind,
    otp_token: token,
    expires_in: challengeLife_ms / 1_000,
  }
}

/** Replaces the previous code by a new one and mails it. */
export function sendCode(call: Call, tokenHash: Buffer, account: Account): Promise<void> {
  const { platform } = call
  const code = newDigits()
  const expiresAt = new Date(machineTime(platform.clock) + codeLife_ms)
  return inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    await tx.query('update sign_in_challenge set code_hash = $2, code_expires_at = $3 where token_hash = $1', [
      tokenHash,
      mailedCodeHash(platform, tokenHash.toString('hex'), code),
      expiresAt,
    ])
    await mailCode(tx, call, account, code, 'sign in')
  })
}

export interface Challenge {
  tokenHash: Buffer
  userId: string
  rootId: string
  mailed: MailedCode
  /** Version of the current password, which must not have changed when the session starts. */
  passwordVersion: number
}

interface ChallengeRow {
  version: number
  user_id: string
  root_id: string
  email: string
  host: string
  attempt_hash: Buffer
  code_hash: Buffer | null
  code_expires_at: Date | null
  expires_at: Date
  over_at: Date | null
}

/** The step that an otp token belongs to. Every failure looks the same. */
export async function findChallenge(call: HttpCall, body: { otp_token: string; email: string }): Promise<Challenge> {
  const { platform } = call
  const tokenHash = hashToken(body.otp_token)
  const { rows } = await platform.appPool.query<ChallengeRow>(
    `select user_id, root_id, email, host, attempt_hash, code_hash, code_expires_at, expires_at, over_at,
       credential.version
     from sign_in_challenge join credential using (user_id) where token_hash = $1`,
    [tokenHash],
  )
  const row = rows[0]
  const attempt = call.cookies[attemptCookie]
  const isTheirs = row !== undefined && row.email === body.email && row.host === call.host
  const isSameBrowser = attempt !== undefined && row?.attempt_hash.equals(hashToken(attempt)) === true
  const isOver = !row || row.over_at !== null || row.expires_at.getTime() <= machineTime(platform.clock)
  if (!isTheirs || !isSameBrowser || isOver) throw new Failure('sign_in_again')
  return {
    tokenHash,
    userId: row.user_id,
    rootId: row.root_id,
    passwordVersion: row.version,
    mailed: { boundTo: tokenHash.toString('hex'), hash: row.code_hash, expiresAt: row.code_expires_at },
  }
}
